"""Reading a small file in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from voxpop.ingest import FileChoice, read_reviews
from voxpop.settings import Columns, Settings
from voxpop.types import Rejected, Review


class Outcome(NamedTuple):
    reviews: list[Review]
    rejected: list[Rejected]
    choices: list[FileChoice]

    @property
    def texts(self) -> list[str]:
        return [review.text for review in self.reviews]

    @property
    def choice(self) -> FileChoice:
        assert len(self.choices) == 1
        return self.choices[0]


def outcome(source: Any, **options: Any) -> Outcome:
    columns = Columns(**options.pop("columns", {}))
    choices: list[FileChoice] = []
    items = list(read_reviews(source, settings=Settings(columns=columns, **options), on_choice=choices.append))
    reviews = [item for item in items if isinstance(item, Review)]
    return Outcome(reviews, [item for item in items if isinstance(item, Rejected)], choices)


@pytest.fixture
def read() -> Callable[..., Outcome]:
    return outcome


@pytest.fixture
def given(tmp_path: Path) -> Callable[..., Outcome]:
    """Writes a file and reads it: ``given("reviews.csv", "text\\nGood\\n")``."""

    def write_and_read(name: str, content: str | bytes, **options: Any) -> Outcome:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return outcome(path, **options)

    return write_and_read
