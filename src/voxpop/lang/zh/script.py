"""The characters of Chinese (Han)."""

NAME = "Chinese"
LETTERS = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
LOWER_LETTERS = LETTERS
IS_SPACED = False
