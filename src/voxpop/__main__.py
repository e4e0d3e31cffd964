"""``python -m voxpop`` is ``voxpop``."""

from voxpop.cli import main

main()
