"""The letters of English."""

NAME = "Latin"
LETTERS = "A-Za-z\u00c0-\u024f\u1e00-\u1eff"
LOWER_LETTERS = "a-z\u00df-\u024f\u1e00-\u1eff"
IS_SPACED = True
