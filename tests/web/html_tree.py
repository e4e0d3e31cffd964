"""Reads a rendered page the way a browser would, as far as the tests need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input"}
DRAWN = {"rect", "line", "circle", "path"}  # closed where they open


@dataclass
class Element:
    tag: str
    attrs: dict[str, str | None]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        return (self.attrs.get("class") or "").split()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def walk(self) -> list[Element]:
        found = [self]
        for child in self.children:
            if isinstance(child, Element):
                found += child.walk()
        return found

    def all(self, tag: str, *, css: str | None = None) -> list[Element]:
        return [e for e in self.walk() if e.tag == tag and (css is None or css in e.classes)]

    def one(self, tag: str, *, css: str | None = None) -> Element:
        (found,) = self.all(tag, css=css)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("root", {})
        self.at = self.root
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), self.at)
        self.at.children.append(element)
        if len(attrs) != len(element.attrs):
            self.problems.append(f"an attribute twice in <{tag}>")
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID | DRAWN:
            self.problems.append(f"<{tag}/> closes nothing in HTML")
        self.at.children.append(Element(tag, dict(attrs), self.at))

    def handle_endtag(self, tag: str) -> None:
        if self.at.tag != tag or self.at.parent is None:
            self.problems.append(f"</{tag}> closes <{self.at.tag}>")
            return
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(page: str) -> Element:
    """The page as a tree; a tag that is not closed where it should be fails the test."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.problems == []
    assert reader.at is reader.root, f"<{reader.at.tag}> is never closed"
    return reader.root


class Page:
    """A page that was read: its texts, links, ids, attributes and marked words."""

    def __init__(self, html: str) -> None:
        self.root = read(html)
        elements = self.root.walk()
        self.attributes = [pair for element in elements for pair in element.attrs.items()]
        self.links = [value for name, value in self.attributes if name == "href" and value]
        self.ids = [value for name, value in self.attributes if name == "id" and value]
        marks = self.root.all("mark")
        self.marks = [child for mark in marks for child in mark.children if isinstance(child, str)]

    @property
    def text(self) -> str:
        return " ".join(self.root.text.split())


def marked(say: Element) -> tuple[str, set[int], set[int]]:
    """A quote on the page: its text, and the places of the characters marked as aspect and as opinion."""
    text, aspect, opinion = "", set(), set()
    for child in say.children:
        inner = child if isinstance(child, str) else child.text
        places = set(range(len(text), len(text) + len(inner)))
        classes = [] if isinstance(child, str) or child.tag != "mark" else child.classes
        aspect |= places if "a" in classes else set()
        opinion |= places if "o" in classes else set()
        text += inner
    return text, aspect, opinion
