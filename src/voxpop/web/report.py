"""One self-contained page of an analysis: it loads nothing, and the text of a review is only ever text."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from voxpop.aggregate.damage import Order
from voxpop.document import build
from voxpop.lang import DEFAULT
from voxpop.schema import Document
from voxpop.store import Store
from voxpop.store.recent_changes import RecentChanges, recent_changes
from voxpop.store.time_series import Mark, read_marks
from voxpop.store.views import Views
from voxpop.web.labels import labels
from voxpop.web.links import ReportLinks
from voxpop.web.rendering import rendered, static_text
from voxpop.web.views.aspect_rows import aspect_rows, flat_settings
from voxpop.web.views.drivers_view import drivers_view
from voxpop.web.views.ledger_view import ledger_view
from voxpop.web.views.overview_view import overview_view
from voxpop.web.views.public_paths import public_document
from voxpop.web.views.repeat_command import command
from voxpop.web.views.segments_view import SENTENCES, segments_view


def report_page(store: Store, *, order: Order = "mentions") -> str:
    """Return the page of an analysis."""
    with Views.over(store) as views:
        changes = recent_changes(views)
    return render(build(store, order=order), changes=changes, marks=read_marks(store))


def render(document: Mapping[str, Any], *, changes: RecentChanges | None = None, marks: Sequence[Mark] = ()) -> str:
    """Return the page for a document of schema ``voxpop/1``, in the interface language of its main language.

    The document does not hold what changed lately and the days that the user marked: they are given beside it.
    """
    doc = public_document(cast(Document, document))
    label = labels(next(iter(doc["run"]["languages"]), DEFAULT))
    style, script, run = static_text("style.css"), static_text("page.js"), doc["run"]
    allowed = f"style-src {_hash(style)}; script-src {_hash(script)}"  # nothing loads, and only our code runs
    view = overview_view(
        label,
        title=run["product"] or label("untitled"),
        run=run,
        counts=doc["counts"],
        stars=doc["stars"],
        order=doc.get("order", "mentions"),
        rows=aspect_rows(doc["aspects"]),
        summaries=doc.get("summaries") or [],
        key_points=doc.get("key_points") or [],
        changes=changes,
        marks=marks,
    )
    return rendered(
        "report.html.j2",
        label=label,
        to=ReportLinks(),
        view=view,
        ledger=ledger_view(doc.get("ledger"), label),
        drivers=drivers_view(doc.get("drivers"), view.by_id, label),
        segments=segments_view(doc["segments"], label) if "segments" in doc else None,
        sentences=SENTENCES,
        several=len({quote["product"] for row in view.rows for quote in row.aspect["evidence"]}) > 1,
        rejected=doc["rejected"],
        boilerplate=doc.get("boilerplate", []),
        masked=doc["masked"],
        settings=list(flat_settings(run["settings"], label)),
        command=command(run),
        style=Markup(style),
        script=Markup(script),
        policy=f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'",
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
