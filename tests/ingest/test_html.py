from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.cells import clean


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Great &amp; cheap", "Great & cheap"),
        ("Don&#39;t &quot;go&quot;&nbsp;there&hellip;", 'Don\'t "go" there…'),
        ("It&amp;#39;s fine", "It's fine"),
        ("One<br>Two<br />Three", "One\nTwo\nThree"),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<span class='x'>Good</span> <a href=\"http://x\">food</a>", "Good food"),
        ("&lt;b&gt;Good&lt;/b&gt;", "Good"),
        ("<!-- note -->Good<style>p {}</style>", "Good"),
        ("I <3 it, a < b > c, R&B, AT&T; <sigh>", "I <3 it, a < b > c, R&B, AT&T; <sigh>"),
        ("G\0ood", "Good"),
        ("&#0;&#xd800;", "\ufffd\ufffd"),
    ],
)
def test_html_and_nuls_go_and_signs_stay(cell: str, text: str) -> None:
    assert clean(cell) == text


@given(st.text(alphabet=st.sampled_from("ab<>/&;#39 \n\0好bramp")))
def test_a_text_without_tags_and_entities_stays_as_it_is(text: str) -> None:
    assert "\0" not in clean(text)
    plain = text.replace("<", "").replace("&", "").replace("\0", "")
    assert clean(plain) == plain
