"""What each part of a language folder provides. ``voxpop.lang.en`` and ``voxpop.lang.zh`` hold the same file names.

A protocol here describes one module, for example ``parsing.Parser`` describes ``lang/en/parser.py`` and
``lang/zh/parser.py``; a dataclass describes a file of words, for example ``ingest.StarWords`` both
``data/star_words.toml``. The annotations of ``voxpop.lang.Language`` say which of them describes which part.
"""
