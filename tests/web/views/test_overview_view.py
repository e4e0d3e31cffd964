"""The lines of the overview on the kind of product."""

from __future__ import annotations

from typing import cast

from voxpop.schema import Run
from voxpop.web.labels import labels
from voxpop.web.views.overview_view import domain_lines


def run(**domains: tuple[str | None, float, bool]) -> Run:
    entries = {
        lang: {"kind": kind, "name": kind, "probability": probability, "given": given}
        for lang, (kind, probability, given) in domains.items()
    }
    return cast(Run, {"domain": entries})


def test_the_kind_is_named_in_the_language_of_the_page() -> None:
    assert domain_lines(run(zh=("hotel", 0.871, False)), labels("en")) == [
        "Reads as reviews of hotels and guesthouses (87 % sure)"
    ]
    assert domain_lines(run(en=("hotel", 0.871, False)), labels("zh")) == ["识别为“酒店民宿”类评论（把握 87%）"]


def test_what_is_the_same_in_all_languages_is_said_once() -> None:
    assert domain_lines(run(en=("hotel", 1.0, True), zh=("hotel", 1.0, True)), labels("en")) == [
        "Read as reviews of hotels and guesthouses"
    ]


def test_an_unsure_domain_and_an_older_file() -> None:
    assert domain_lines(run(en=(None, 0.2, False)), labels("en")) == [
        "Reads as reviews of no kind of product that the reader knows well"
    ]
    assert domain_lines(cast(Run, {}), labels("en")) == []
