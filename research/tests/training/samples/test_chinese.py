from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from research.training.samples import chinese
from research.training.samples.chinese import asap_zh, zh_reviews, zh_triplets
from voxpop.errors import InputError


def test_triplets_count_tokens_and_include_the_last(tmp_path: Path) -> None:
    (tmp_path / "zh-triplets").mkdir()
    found = "[((5, 6), (7, 8), 'POS'), ((5, 6), (11, 11), 'NEG'), ((-1, -1), (7, 8), 'POS')]"
    lines = {"train": f"在 KTV 吃 的 ，5 个 菜 好 吃 ， 菜 贵 。####{found}",
             "dev": "\ufeff好 。####[((-1, -1), (0, 0), 'Positive')]", "test": ""}  # fmt: skip
    for split, line in lines.items():
        (tmp_path / "zh-triplets" / f"{split}.txt").write_text(line, encoding="utf-8")
    one, two = zh_triplets(tmp_path)
    assert one.text == "在KTV吃的，5个菜好吃，菜贵。"
    assert [(one.text[start:end], polarity) for start, end, polarity in one.terms or ()] == [("个菜", None)]
    assert [one.text[start:end] for start, end in one.opinions or ()] == ["好吃", "贵"]
    assert (two.text, two.terms, two.opinions) == ("好。", (), ((0, 1),))


def write_reviews(folder: Path, *rows: object) -> None:
    (folder / "zh-reviews").mkdir(exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / "zh-reviews" / "reviews.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_labelled_reviews_are_spread_over_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"takeaway": 30, "shopping/书籍": 40, "shopping/手机": 4, "unlabelled": 9}
    rows = [{"source": kind, "label": None if kind == "unlabelled" else at % 2, "text": f"{kind}第{at}条"}
            for kind, size in sizes.items() for at in range(size)]  # fmt: skip
    for name, value in {"LABELLED": 20, "LABELLED_TEST": 4, "LABELLED_DEV": 2, "FIRST_SHARE": 10}.items():
        monkeypatch.setattr(chinese, name, value)
    write_reviews(tmp_path, *rows, {"source": "hotel", "label": 1, "text": "takeaway，第0条！"})
    found = zh_reviews(tmp_path)
    assert Counter(each.split for each in found) == {"train": 20, "dev": 2, "test": 4}
    assert len({each.text for each in found}) == 26
    train = Counter(each.text.partition("第")[0] for each in found if each.split == "train")
    assert train["takeaway"] == 10
    assert train["shopping/手机"] == sum("手机" in each.text for each in found if each.split == "train") <= 4
    assert train["shopping/书籍"] == 10 - train["shopping/手机"]
    assert {each.stars for each in found} == {(4, 5), (1, 2)}


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    write_reviews(tmp_path, {"source": "hotel", "label": 1, "text": "好"}, {"source": "hotel"})
    with pytest.raises(InputError, match=r"reviews.jsonl, line 2, is not a review of zh-reviews"):
        zh_reviews(tmp_path)


def test_asap_has_its_stars_and_ai_challenger_ranges(data_dir: Path) -> None:
    found = list(asap_zh(data_dir))
    exact = [each for each in found if "-asap-" in each.id]
    assert len(exact) == 200
    assert all(each.stars and each.stars[0] == each.stars[1] for each in exact)
    ranges = Counter(each.stars for each in found if "-aichallenger-" in each.id)
    assert set(ranges) == {(4, 5), (2, 4), (1, 2), None}
    assert ranges[None] < 40
    assert ranges[4, 5] > ranges[2, 4] > ranges[1, 2]


def test_spans_of_the_real_triplets(data_dir: Path) -> None:
    found = {each.id: each for each in zh_triplets(data_dir)}
    assert Counter(each.split for each in found.values()) == {"train": 19485, "dev": 2783, "test": 5567}
    first = found["zh-triplets-dev-1"]
    assert [first.text[start:end] for start, end, _ in first.terms or ()] == ["菜色", "食材"]
    assert [first.text[start:end] for start, end in first.opinions or ()] == ["家常", "又不平淡", "上好的食材"]
