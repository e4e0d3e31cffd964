"""Chinese: every rule, word list, template and pattern of the language."""

NAME = "Chinese"
