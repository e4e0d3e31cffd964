"""Why the stars and the text of a review disagree in Chinese, and how much a doubt counts."""

from __future__ import annotations

import json

from voxpop.lang.data import read_text, read_toml

CUES: dict[str, list[str]] = read_toml("zh", "audit_cues.toml")
CALIBRATION = json.loads(read_text("zh", "audit_calibration.json"))
