"""Counts what matplotlib has drawn in an SVG document; the samples in its legend are not clipped and do not count."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def boxes(root: ElementTree.Element) -> int:
    return len(drawn(root, "opacity: 0.5"))


def lines(root: ElementTree.Element) -> int:
    return len(drawn(root, "stroke-width: 1.4"))


def drawn(root: ElementTree.Element, style: str) -> list[ElementTree.Element]:
    paths = (path for path in root.iter(f"{SVG}path") if path.get("clip-path"))
    return [path for path in paths if style in path.get("style", "")]
