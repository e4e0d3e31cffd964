"""What each module of a language folder provides. ``voxpop.lang.en`` and ``voxpop.lang.zh`` hold the same file names.

A protocol here describes one module, for example ``parsing.Parser`` describes ``lang/en/parser.py`` and
``lang/zh/parser.py``. The annotations of ``voxpop.lang.Language`` say which protocol describes which module.
"""
