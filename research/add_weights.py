"""List weights that were written to ``src/voxpop/weights/NAME`` in the manifest, or renew their entry.

python -m research.add_weights reader-en --language en --licence "CC BY 4.0"
"""

from __future__ import annotations

import argparse

from voxpop.assets import add
from voxpop.errors import says_errors


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.add_weights", description=add.__doc__)
    parser.add_argument("name")
    parser.add_argument("--language", required=True)
    parser.add_argument("--licence", required=True)
    given = parser.parse_args()
    add(given.name, language=given.language, licence=given.licence)


if __name__ == "__main__":
    raise SystemExit(main())
