"""Analyses for language models, over the Model Context Protocol: ``voxpop mcp FILE…``.

Every tool reads and none writes. Each quote has the characters of its review that it is, and a link (a resource of this
server) under which the whole review can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import quote as percent_encoded
from urllib.parse import unquote

import voxpop
from voxpop.aggregate.damage import Order
from voxpop.check import Checker, split
from voxpop.document import aspect_entries, drivers_entry, key_point_entries, nested, opinion_quote
from voxpop.errors import MissingExtra, OptionError, VoxpopError, choose
from voxpop.store.filters import ReviewFilter, SideName
from voxpop.store.recent_changes import recent_changes
from voxpop.store.sides import compare_files
from voxpop.store.views import Views
from voxpop.types import KeyPointKind
from voxpop.web.views.comparison_view import contrast_entry

INSTRUCTIONS = """What customers think, counted by voxpop from reviews. Begin with `aspects` or `key_points`; `quotes` \
proves a number with the exact words; `check` says whether the reviews support a sentence: use it before you state \
anything that the other tools did not say. `start` and `end` count characters of the review at `link`."""
MAX_ANSWER_ITEMS = 200  # quotes or key points in one answer
QUOTES = 5  # of each key point
Answer = dict[str, Any]


class ReviewTools:
    """The questions that can be asked about some files. A file need not be named where there is only one."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths: dict[str, Path] = {}
        self.checkers: dict[tuple[str, int], Checker] = {}
        for path in paths:
            voxpop.open(path).close()  # a file that cannot be read is an error before the first question
            if path.stem in self.paths:
                raise OptionError(f"Two files are called {path.stem}. Rename one: the name is how it is asked for.")
            self.paths[path.stem] = path

    def aspects(self, file: str | None = None, order: Order = "mentions") -> Answer:
        """List what people speak of, with how many praise and blame it, its mean with a 95 % interval, and quotes."""
        with self._views(file) as views:
            rows = nested(aspect_entries(views, recent_changes(views), evidence=0), views.table, order)
            return self._linked(file, reviews=views.count("reviews"), aspects=rows)

    def key_points(
        self, file: str | None = None, aspect: str | None = None, kind: KeyPointKind | None = None, limit: int = 10
    ) -> Answer:
        """List what exactly is said, as short statements with how many reviews say the same and up to 5 quotes each."""
        with self._views(file) as views:
            if aspect is None:
                points = views.key_points(quotes=QUOTES)
            else:
                row = views.row_named(aspect)
                points = views.opinions_behind(row).key_points(limit=MAX_ANSWER_ITEMS, quotes=QUOTES)
            chosen = [point for point in points if kind in (None, point.kind)][: min(limit, MAX_ANSWER_ITEMS)]
            return self._linked(file, key_points=key_point_entries(views, chosen))

    def quotes(
        self,
        aspect: str,
        file: str | None = None,
        side: SideName = "negative",
        text: str | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> Answer:
        """Quote what is said of an aspect on one side, clearest first; `text` keeps reviews with these words."""
        with self._views(file) as views:
            row, wanted = views.row_named(aspect), max(0, min(limit, MAX_ANSWER_ITEMS))
            opinions = views.opinions_behind(row, ReviewFilter(text=text))
            sayings = opinions.sayings(limit=wanted, offset=max(0, offset), folded=False)[side]
            entries = [opinion_quote(saying.opinion) for saying in sayings]
            total = getattr(opinions.counts, side)
            return self._linked(file, aspect=views.table[row].name, side=side, total=total, quotes=entries)

    def check(self, sentences: str, file: str | None = None) -> Answer:
        """Say of each sentence whether the reviews support it, contradict it or do not speak of it, with quotes."""
        name = self._name(file)
        key = (name, self.paths[name].stat().st_mtime_ns)
        with voxpop.open(self.paths[name]) as analysis:
            if key not in self.checkers:
                self.checkers = {key: analysis.checker()}  # it holds all reviews, so only that of one file is kept
            checked = [self.checkers[key].check(sentence) for sentence in split(sentences)]
            return self._linked(name, **analysis.checked_summary(checked))

    def compare(
        self,
        file: str | None = None,
        other_file: str | None = None,
        products: list[str] | None = None,
        periods: list[str] | None = None,
    ) -> Answer:
        """Say what differs beyond chance between two files, two products of one file, or two periods.

        A period is written as 2024-01-01..2024-06-30, either end may be open.
        """
        files = [self.paths[self._name(name)] for name in (file, other_file)[: 2 if other_file else 1]]
        return dict(contrast_entry(compare_files(files, products or [], periods or [])))

    def drivers(self, file: str | None = None) -> Answer:
        """Say what complaints and praise of each aspect do to the stars, with 95 % intervals; no proof of causes."""
        with voxpop.open(self.paths[self._name(file)]) as analysis:
            return dict(drivers_entry(analysis.drivers()))

    def review(self, file: str, review_id: str) -> Answer:
        """Return a whole review: its text, stars, date, product and other columns."""
        id = unquote(review_id)
        with voxpop.open(self.paths[self._name(unquote(file))]) as analysis:
            review = analysis.reviews_by_id([id]).get(id)
        if review is None:
            raise OptionError(f"There is no review {id!r}.")
        names = ("id", "text", "stars", "predicted_stars", "product", "lang", "extra")
        return {name: getattr(review, name) for name in names} | {"date": review.date and review.date.isoformat()}

    def _name(self, name: str | None) -> str:
        if name is None and len(self.paths) > 1:
            raise OptionError(f"Say which file. Accepted: {', '.join(self.paths)}.")
        return choose("file", name, self.paths) if name is not None else next(iter(self.paths))

    @contextmanager
    def _views(self, file: str | None) -> Iterator[Views]:
        """Open a file for one question, so that what was appended since is seen."""
        with closing(Views.open(self.paths[self._name(file)])) as views:
            yield views

    def _linked(self, file: str | None, **answer: Any) -> Answer:
        return {key: linked(value, self._name(file)) for key, value in answer.items()}


def linked(entry: Any, name: str) -> Any:
    """Return plain data in which every quote has a link to its review."""
    if isinstance(entry, dict):
        made = {key: linked(value, name) for key, value in entry.items()}
        return made | {"link": link_of(name, made["review_id"])} if "review_id" in made else made
    return [linked(item, name) for item in entry] if isinstance(entry, list) else entry


def link_of(name: str, review_id: str) -> str:
    """Return the address under which the server gives a review."""
    return f"voxpop://{percent_encoded(name, safe='')}/{percent_encoded(review_id, safe='')}"


def make_server(paths: Sequence[Path]) -> Any:
    """Return a server of the official SDK that answers from these files."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError:
        raise MissingExtra("voxpop mcp", "mcp") from None

    def telling(tool: Callable[..., Answer]) -> Callable[..., Answer]:
        """Return the tool with our errors as answers that the assistant can read."""

        @wraps(tool)
        def ask(*args: Any, **options: Any) -> Answer:
            try:
                return tool(*args, **options)
            except VoxpopError as error:
                raise ToolError(str(error)) from None

        return ask

    tools = ReviewTools(paths)
    about = f"{INSTRUCTIONS} Files: {', '.join(tools.paths)}."
    server = MCPServer("voxpop", instructions=about, version=voxpop.__version__)
    for tool in (tools.aspects, tools.key_points, tools.quotes, tools.check, tools.compare, tools.drivers):
        server.add_tool(telling(tool), annotations=ToolAnnotations(read_only_hint=True), structured_output=False)
    server.resource("voxpop://{file}/{review_id}", mime_type="application/json")(tools.review)
    return server
