"""A term that ends with a name is a product as a whole."""

from __future__ import annotations

from voxpop.extract.named_terms import about_read
from voxpop.types import NameMention

TEXT = "My Lumina has a screen, my old Nikon a Sony sensor."
NAMES = [
    NameMention(start := TEXT.index(name), start + len(name), role, name)
    for name, role in (("Lumina", "main"), ("Nikon", "other"), ("Sony", "unknown"))
]


def end(words: str) -> int:
    return TEXT.index(words) + len(words)


def test_what_the_model_has_read() -> None:
    assert about_read("part_of_competing", NAMES, end("My Lumina")) == "main"
    assert about_read("part_of_competing", NAMES, end("screen")) == "part_of_competing"
    assert about_read("part_of_competing", NAMES, end("old Nikon")) == "competing"
    assert about_read("part_of_interacting", NAMES, end("old Nikon")) == "interacting"
    assert about_read("other", NAMES, end("old Nikon")) == "other"
