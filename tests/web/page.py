"""Reading HTML in tests: well-formed as far as tags go, its texts and its links."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr"}
DRAWN = {"rect", "line", "circle", "path"}  # closed where they open


class Page(HTMLParser):
    """A page that was read: ``text``, ``links``, ``ids``; a tag that is not closed is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.marks: list[str] = []
        self.parts: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes += attrs
        if href := given.get("href"):
            self.links.append(href)
        if id := given.get("id"):
            self.ids.append(id)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        assert tag in VOID | DRAWN, f"<{tag}/> closes nothing in HTML"

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
        if self.open and self.open[-1] == "mark":
            self.marks.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.parts).split())
