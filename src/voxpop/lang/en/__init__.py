"""English: every rule, word list, template and pattern of the language."""

NAME = "English"
