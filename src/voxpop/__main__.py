"""``python -m voxpop`` is ``voxpop``, and imports nothing from the working directory, where a file may be hostile."""

import os
import sys

home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if __name__ == "__main__" and not sys.flags.safe_path and os.path.abspath(sys.path[0]) != home:
    del sys.path[0]  # -m has put the working directory there

from voxpop.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
