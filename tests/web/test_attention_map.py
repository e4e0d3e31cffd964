"""An attention map covers the whole text, and its shares add up to 1."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.web.attention_map import attention_pieces


@given(st.text(min_size=1, max_size=30), st.data())
def test_a_map_covers_the_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), min_size=2))) if len(text) > 1 else [0, len(text)]
    pieces = list(pairwise(cuts))
    shares = data.draw(st.lists(st.floats(0, 1), min_size=len(pieces), max_size=len(pieces)))
    found = attention_pieces(text, pieces, shares)
    assert "".join(one.text for one in found) == text
    assert all(0 <= one.level <= 6 for one in found)
    assert sum(one.share for one in found) == pytest.approx(1 if any(shares) else 0)
