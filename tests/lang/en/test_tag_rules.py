from __future__ import annotations

import pytest

from voxpop.lang.en.tagger import amend


@pytest.mark.parametrize(
    ("sentence", "given", "expected"),
    [
        ("Check-in was slow", "VERB AUX ADJ", "NOUN AUX ADJ"),
        ("The check-in took ages", "DET VERB VERB NOUN", "DET NOUN VERB NOUN"),
        ("We check-in to check-out", "PRON NOUN PART NOUN", "PRON VERB PART VERB"),
        ("a built-in mic", "DET ADJ NOUN", "DET ADJ NOUN"),
        ("wow 😍 :)", "INTJ NOUN PUNCT", "INTJ SYM SYM"),
        ("see www.a.com or me@b.com", "VERB PROPN CCONJ PROPN", "VERB X CCONJ X"),
        ("We-Ko-Pa is well-kept", "PUNCT AUX ADJ", "PROPN AUX ADJ"),
        ("plain words stay", "ADJ NOUN VERB", "ADJ NOUN VERB"),
    ],
)
def test_amend(sentence: str, given: str, expected: str) -> None:
    assert amend(sentence.split(), given.split()) == expected.split()
