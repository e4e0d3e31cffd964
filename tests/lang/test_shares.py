"""Words for shares: each stands for one range, the ranges leave no gap, and the manual says the same."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from voxpop.lang import LANGUAGES, language
from voxpop.lang.shares import worded_share

PAGE = Path(__file__).resolve().parents[2] / "docs" / "summaries.md"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_share_is_without_a_word(lang: str) -> None:
    shares = language(lang).quantities.WORDED_SHARES
    assert all(higher.low == lower.high for higher, lower in pairwise(shares))
    assert shares[-1].low == 0
    for n in range(1, 60):
        for k in range(n + 1):
            word = worded_share(shares, k, n)
            assert word.low <= k / n < word.high


@pytest.mark.parametrize(
    ("k", "n", "word"),
    [(5, 5, "all"), (99, 100, "nearly all"), (4, 5, "most"), (2, 3, "about two thirds"), (6, 10, "more than half"),
     (1, 2, "about half"), (2, 5, "fewer than half"), (1, 3, "about a third"), (1, 4, "about a quarter"),
     (1, 10, "some"), (1, 20, "a few")],
)  # fmt: skip
def test_words(k: int, n: int, word: str) -> None:
    assert worded_share(language("en").quantities.WORDED_SHARES, k, n).text == word


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_summary_writes_the_checker_reads_with_at_least_that_range(lang: str) -> None:
    quantities = language(lang).quantities
    claimed = {word: share for share in quantities.CLAIMED_SHARES for word in share.words}
    for worded in quantities.WORDED_SHARES:
        share = claimed.get(worded.text) or claimed[re.sub("^(about |约)", "", worded.text)]
        assert share.low <= worded.low
        assert worded.high <= max(share.high, 1.01 if worded.low == 1 else 0)


def test_the_manual_lists_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    both = (language(lang).quantities.WORDED_SHARES for lang in ("en", "zh"))
    for english, chinese in zip(*both, strict=True):
        assert english[1:] == chinese[1:]
        low = f"{100 * english.low:.0f} %"
        limits = low if english.low == 1 else f"{low} to below {100 * english.high:.0f} %"
        assert f"| {english.text} | {chinese.text} | {limits} |" in page, english
