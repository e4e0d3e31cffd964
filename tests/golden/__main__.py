from __future__ import annotations

from tests.golden import write
from voxpop.lang import LANGUAGES

if __name__ == "__main__":
    for lang in LANGUAGES:
        write(lang)
