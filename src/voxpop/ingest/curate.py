"""Decide which reviews are worth analysing, by the steps of ASAP (Bu et al., 2021, section 3.1), each on or off.

Every review comes out as a review, with personal data covered and a language, or as a ``Rejected`` with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, repeat

from voxpop.ingest.duplicates import MIN_CHARS, Exact, Near, normal
from voxpop.ingest.row_batches import row_batches
from voxpop.ingest.row_checks import CheckedRow, check_rows, comparable, is_foreign, rejected
from voxpop.lang import DEFAULT, language
from voxpop.settings import Settings
from voxpop.types import MapInOrder, Rejected, Review

CHECKED_TOGETHER = 1 << 20  # characters of the rows that are checked in one step
COMPARED_TOGETHER = 1 << 24  # characters of the rows that are looked up together, and of their ``normal`` texts
MOST_WAITING = 100_000  # reviews without a language, which wait for the end of the stream


class Curator:
    """Curates a stream: ``for item in Curator(settings)(read_reviews("reviews.csv"))``.

    ``counts`` has the number of reviews that were "kept", of those among them that are "foreign", of what was
    "masked email" …, of those in a "dialect Cantonese", of cells that are "unread stars" …, and of what each step
    "dropped length" ….

    A text that does not show its language ("👍👍") comes out last, in the commonest language of the stream, so that
    the order of the rows does not matter.
    """

    def __init__(self, settings: Settings, *, map_in_order: MapInOrder = map) -> None:
        """The curator checks batches of rows with ``map_in_order``, which may do so in other processes."""
        self.settings = settings
        self._map_in_order = map_in_order
        self.counts: Counter[str] = Counter()
        self._exact = Exact() if settings.curation.duplicates else None
        threshold = settings.curation.near_duplicates
        self._near = Near(threshold) if threshold else None
        self._languages: Counter[str] = Counter()  # of the reviews that show theirs

    def __call__(self, items: Iterable[Review | Rejected]) -> Generator[Review | Rejected, None, None]:
        for batch in row_batches(self._checked(items), characters=COMPARED_TOGETHER):
            reasons = iter(self._repetitions([each for each in batch if isinstance(each.row, Review)]))
            for each in batch:
                found = next(reasons) if isinstance(each.row, Review) else None
                yield self._counted(rejected(each.row, *found) if found else each.row)

    def _checked(self, items: Iterable[Review | Rejected]) -> Iterator[CheckedRow]:
        """Yield what each row is by itself, whatever came before it."""
        waiting: list[Review | Rejected] = []
        for checked in self._batches(items):
            late = [each.row for each in checked if each.is_waiting]
            room = MOST_WAITING - len(waiting)
            waiting += late[:room]
            decided = chain(repeat(None, room), *self._batches(late[room:], self._commonest()))
            rows = (next(decided) if each.is_waiting else each for each in checked)
            yield from (row for row in rows if row)
        yield from chain.from_iterable(self._batches(waiting, self._commonest()))

    def _batches(self, items: Iterable[Review | Rejected], lang: str = "") -> Iterator[list[CheckedRow]]:
        """Yield what rows are, many at a time. Those that do not show their language wait, unless one is given."""
        work = partial(check_rows, settings=self.settings, lang=lang)
        for checked in self._map_in_order(work, row_batches(items, characters=CHECKED_TOGETHER)):
            self._languages.update(checked.languages)
            self.counts.update(checked.counts)
            yield checked.rows

    def remember(self, rows: Sequence[Review | Rejected]) -> None:
        """Take note of rows that were curated in an earlier run: what is the same is a duplicate now."""
        reviews = [row for row in rows if isinstance(row, Review)]
        self._languages.update(review.lang or DEFAULT for review in reviews)
        self._repetitions(comparable([CheckedRow(review) for review in reviews], self.settings), all_kept=True)
        if self._exact:
            similar = [row for row in rows if isinstance(row, Rejected) and row.step == "near duplicate"]
            long = [(row, text) for row in similar if len(text := normal(row.text or "")) > MIN_CHARS]
            self._exact.check([row for row, _ in long], [text for _, text in long])

    def _counted(self, item: Review | Rejected) -> Review | Rejected:
        self.counts["kept" if isinstance(item, Review) else f"dropped {item.step}"] += 1
        if isinstance(item, Review):
            self.counts.update(f"unread {column}" for column in item.unread)
            if is_foreign(item.text, self.settings):
                self.counts["foreign"] += 1
            if dialect := language(item.lang or DEFAULT).variants.dialect(item.text):
                self.counts[f"dialect {dialect}"] += 1
        return item

    def _commonest(self) -> str:
        return max(sorted(self._languages), key=self._languages.__getitem__, default=DEFAULT)

    def _repetitions(self, rows: Sequence[CheckedRow], *, all_kept: bool = False) -> list[tuple[str, str] | None]:
        """Return of each review why it is one that came before, or nearly so."""
        found: list[tuple[str, str] | None] = [None] * len(rows)
        if self._exact:
            left = [place for place, each in enumerate(rows) if each.normal]
            reasons = self._exact.check([rows[place].row for place in left], [rows[place].normal for place in left])
            for place, reason in zip(left, reasons, strict=True):
                if reason and not all_kept:
                    found[place] = "duplicate", reason
        if self._near:
            left = [place for place, each in enumerate(rows) if each.sketch and found[place] is None]
            ids, sketches = [rows[place].row.id or "" for place in left], [rows[place].sketch for place in left]
            for place, reason in zip(left, self._near.check(ids, sketches, all_kept=all_kept), strict=True):
                if reason:
                    found[place] = "near duplicate", reason
        return found
