"""One router per page. Each has ``pages`` (HTML) and ``api`` (the same content as JSON)."""

from __future__ import annotations

from fastapi import APIRouter

from voxpop.web.routers import (
    analyze,
    annotate,
    aspect,
    audit,
    charts,
    check,
    compare,
    drivers,
    edits,
    export,
    home,
    key_points,
    ledger,
    login,
    manage,
    overview,
    quality,
    report,
    review,
    reviews,
    segments,
    select,
    summary,
    trends,
    trust,
    upload,
)

ROUTERS = (
    home, select, overview, summary, key_points, aspect, reviews, review, audit, ledger, drivers, segments, trends,
    compare, check,
    quality, edits, trust, export, charts, report, manage, analyze, annotate, upload, login,
)  # fmt: skip


def pages() -> list[APIRouter]:
    return [router.pages for router in ROUTERS]


def api() -> list[APIRouter]:
    return [router.api for router in ROUTERS]
