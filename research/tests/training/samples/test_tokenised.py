from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.training.samples.tokenised import MEMD, aste, categories, detokenise, memd, merged, read_triplets
from voxpop.errors import InputError


@pytest.mark.parametrize(("tokens", "text"), [
    ("I do n't like it , at all !", "I don't like it, at all!"),
    ("mousepad doesn ' t work .", "mousepad doesn't work."),
    ("i ` ve seen the guests ' rooms", "i`ve seen the guests ' rooms"),
    ("It 's $ 350 ( plus 5 % tax ) ...", "It's $350 (plus 5% tax)..."),
    ("' tis good", "' tis good"),
    ("a `` great '' place", "a ``great'' place"),
])  # fmt: skip
def test_tokens_become_text(tokens: str, text: str) -> None:
    assert detokenise(tokens.split())[0] == text


MARKS = st.sampled_from(["'", "`", "s", "t", "n't", ",", ".", "(", ")", "$", "''", "``", "do", "ve"])
WORDS = st.text(min_size=1, max_size=4).filter(lambda text: text.split() == [text])
TOKENS = st.lists(st.one_of(MARKS, WORDS))


@given(TOKENS)
def test_spans_cover_the_same_words(tokens: list[str]) -> None:
    text, spans = detokenise(tokens)
    assert [text[start:end] for start, end in spans] == tokens
    assert "".join(text.split(" ")) == "".join(tokens)
    assert "  " not in text
    assert text == text.strip(" ")


def test_opinions_that_differ_leave_no_polarity() -> None:
    assert merged([((9, 12), 1), ((0, 4), 1), ((9, 12), 1)]) == ((0, 4, 1), (9, 12, 1))
    assert merged([((0, 4), 1), ((0, 4), 0), ((0, 4), 1)]) == ((0, 4, None),)
    assert categories([("food", 1), ("price", -1), ("food", -1), ("food", -1)]) == {"food": None, "price": -1}


def quadruple(aspect: tuple[int, int], category: str, opinion: tuple[int, int], sentiment: str) -> dict[str, object]:
    spans = {name: {"from": start, "to": end} for name, (start, end) in (("aspect", aspect), ("opinion", opinion))}
    return {**spans, "category": category, "sentiment": sentiment}


def write_memd(folder: Path, row: object) -> None:
    (folder / "memd").mkdir()
    for domain in MEMD:
        for split in ("train", "dev", "test"):
            line = json.dumps(row) if (domain, split) == ("hotel", "dev") else ""
            (folder / "memd" / f"{domain}_{split}.jsonl").write_text(line, encoding="utf-8")


def test_memd(tmp_path: Path) -> None:
    write_memd(tmp_path, {"raw_words": "The bed  was n't clean , nice view", "quadruples": [
        quadruple((1, 2), "Rooms#Cleanliness", (3, 5), "NEG"),
        quadruple((1, 2), "Hotel#Cleanliness", (-1, -1), "POS"),
        quadruple((-1, -1), "Location#General", (6, 7), "POS"),
    ]})  # fmt: skip
    (sample,) = memd(tmp_path)
    assert (sample.source, sample.split) == ("memd-hotel", "dev")
    assert [(sample.text[start:end], polarity) for start, end, polarity in sample.terms or ()] == [("bed", None)]
    assert [sample.text[start:end] for start, end in sample.opinions or ()] == ["n't clean", "nice"]
    assert sample.labels == {"general": {"cleanliness": None, "location": 1}}


def test_a_bad_line_of_memd_is_named(tmp_path: Path) -> None:
    write_memd(tmp_path, {"raw_words": "Nice", "quadruples": [quadruple((0, 9), "Hotel#General", (0, 1), "POS")]})
    with pytest.raises(InputError, match=r"hotel_dev.jsonl, line 1"):
        list(memd(tmp_path))


def test_aste(tmp_path: Path) -> None:
    (tmp_path / "aste").mkdir()
    for part in ("14lap", "14res", "15res", "16res"):
        for split in ("train", "dev", "test"):
            (tmp_path / "aste" / f"{part}_{split}.txt").write_text("", encoding="utf-8")
    line = "The hard disk is n't quiet .####[([1, 2], [4, 5], 'NEG'), ([1, 2], [5], 'NEG')]\n\n"
    (tmp_path / "aste" / "14lap_test.txt").write_text(line, encoding="utf-8")
    (sample,) = aste(tmp_path)
    assert sample.text == "The hard disk isn't quiet."
    assert sample.terms == ((4, 13, -1),)
    assert [sample.text[start:end] for start, end in sample.opinions or ()] == ["n't quiet", "quiet"]


@pytest.mark.parametrize("line", ["no marks", "a b####[([0], [2], 'POS')]", "a b####[([0], [1], 'GOOD')]", "a####[(",
                                  "a####[([0], [0])]", "a####7"])  # fmt: skip
def test_a_bad_line_of_triplets_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.txt").write_text(f"a####[([0], [0], 'POS')]\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"a.txt, line 2, is not of the form words####"):
        list(read_triplets(tmp_path / "a.txt"))
