"""voxpop compare: two files, products or periods."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from voxpop.cli import console
from voxpop.store.sides import Contrast, compare_files
from voxpop.web.views.comparison_view import contrast_entry


def compare(
    files: list[Path], *, products: list[str] | None = None, periods: list[str] | None = None, json: bool = False
) -> None:
    """Compare two files, two products of one file, or two periods.

    Only significant differences that are large enough to notice are reported: in stars, in the feeling about an
    aspect, in how often it is mentioned. P-values are adjusted for the number of comparisons.

    Example: voxpop compare spring.voxpop autumn.voxpop
    """
    contrast = compare_files(files, products or [], periods or [])
    console.print_document(contrast_entry(contrast)) if json else show_differences(contrast)


def show_differences(contrast: Contrast) -> None:
    for shown in (contrast.a, contrast.b):
        mean = f", {shown.stars.mean:.2f} stars" if shown.stars.mean is not None else ""
        console.print_line(f"{shown.label}: {console.counted(shown.reviews, 'review')}{mean}")
    console.out.print()
    entry = contrast_entry(contrast)
    for line in [difference["text"] for difference in entry["differences"]] or [entry["nothing"] or ""]:
        console.print_line(line)
    for shown, names in zip((contrast.a, contrast.b), contrast.alone, strict=True):
        if names:
            console.print_note(escape(f"Only in the table of {shown.label}, so not compared: {', '.join(names)}."))
