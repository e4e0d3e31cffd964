"""Chinese grammar, as much as a summary needs: names and months."""

from __future__ import annotations

from datetime import date as Date

from voxpop.lang import language
from voxpop.types import Claim


def topic_name(claim: Claim) -> str:
    """Return what a claim is on."""
    return "总体" if is_overall(claim) else claim.aspect


def is_overall(claim: Claim) -> bool:
    """Whether a claim is on the product or place as a whole."""
    return claim.aspect in language("zh").topic_names.OVERALL_NAMES


def write_month(day: Date | None) -> str:
    """Return 2024年5月."""
    return f"{day.year}年{day.month}月" if day else ""
