"""Speed beside the peers, in one run on one machine: trust the ratios, not the seconds."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the product has it: waiting threads would count as work
