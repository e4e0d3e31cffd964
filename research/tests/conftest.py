"""Settings for all tests of research."""

from __future__ import annotations

import os

# Tiny networks gain nothing from more threads, and two test processes share two cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
