"""The words of good and bad: complete, in range, and of the right sign."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from voxpop.extract.lexicon_tables import LexiconEntry, Role, Trie, lexicon_tables


def entries(trie: Trie) -> list[LexiconEntry]:
    return [one for key, below in trie.items() for one in ([below] if key == "" else entries(below))]


@pytest.mark.parametrize("code", ["en", "zh"])
def test_values_and_roles(code: str) -> None:
    found = entries(lexicon_tables(code).trie)
    words = [one for one in found if one.roles & Role.OPINION]
    assert len(words) > 1200
    assert all(-1 <= one.value <= 1 for one in words)
    assert sum(one.value > 0 for one in words) > 400
    assert sum(one.value < 0 for one in words) > 400
    for role in (Role.NEGATOR, Role.BOOSTER, Role.DAMPER, Role.EXCESS, Role.CONTRAST, Role.STOP, Role.WISH):
        assert any(one.roles & role for one in found), role


def test_signs_agree_with_a_published_lexicon(data_dir: Path) -> None:
    """A check only: nothing of that lexicon is in ours."""
    with zipfile.ZipFile(data_dir / "hu-liu" / "opinion_lexicon.zip") as archive:
        theirs = {
            word: sign
            for name, sign in (("positive", 1), ("negative", -1))
            for word in archive.read(f"opinion_lexicon/{name}-words.txt").decode("latin-1").split("\n")
        }
    ours = {
        one.text: one.value
        for one in entries(lexicon_tables("en").trie)
        if one.kind in ("adj", "adv", "verb", "noun", "any")
    }
    shared = [word for word in ours if word in theirs and ours[word]]
    assert len(shared) > 800
    assert sum(ours[word] * theirs[word] > 0 for word in shared) > 0.97 * len(shared)
