"""What an analysis that takes in more knows of its rows: their ids and texts, and how its files were read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from voxpop.ingest.duplicates import normal
from voxpop.ingest.row_batches import row_batches
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.tables import FileChoice
from voxpop.types import Rejected, Review


@dataclass(slots=True)
class KnownRows:
    """Ids that are taken, what stands under each, and what was chosen for the files that were read."""

    choices: Sequence[FileChoice] = ()
    ids: Seen = field(default_factory=Seen)
    _texts: Seen = field(default_factory=Seen)

    def add(self, rows: Sequence[Review | Rejected]) -> None:
        """Take note of rows."""
        reviews = [row for row in rows if isinstance(row, Review)]
        keys = [_key(review.id, review.text) for review in reviews]
        self.ids.prepare(review.id for review in reviews)
        self._texts.prepare(keys)
        for review, key in zip(reviews, keys, strict=True):
            self.ids.add(review.id, source=review.source, row=review.row or 0)
            self._texts.add(key, source=review.source, row=review.row or 0)

    def only_new(self, rows: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        """Yield the rows; a review with the id and the text of a known one is rejected.

        Longer texts are found by the text alone; this finds the short ones, which two people may well both write.
        """
        for batch in row_batches(rows):
            self._texts.prepare(key for row in batch if (key := _key_in_its_file(row)))
            for row in batch:
                if (key := _key_in_its_file(row)) and (place := self._texts.find(key)):
                    reason = f"The same text stands under the same id in row {place[1]} of {place[0]}."
                    yield Rejected(
                        step="duplicate", reason=reason, source=row.source, row=row.row, id=row.id, text=row.text
                    )
                else:
                    yield row


def stem_of(source: str) -> str:
    """Return the name of a file without its folder and endings."""
    return PurePath(source).name.split(".")[0] or "file"


def _key(id: str, text: str) -> str:
    return f"{id}\0{normal(text)}"


def _key_in_its_file(row: Review | Rejected) -> str | None:
    """Return the key of a review by the id that its own file gives it: that of another has a name before it."""
    return _key(row.id.partition(":")[2], row.text) if isinstance(row, Review) else None
