from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from research.training.samples.sample import Sample
from research.training.samples.unlabelled import LONGEST, capped, english_texts, once, pieces, unlabelled


@given(st.text(alphabet="好吃。！\n a", max_size=60), st.integers(3, 20))
def test_pieces_lose_nothing_but_spaces_at_the_end(text: str, longest: int) -> None:
    found = list(pieces(text, longest))
    assert text.startswith("".join(found))
    assert not text[len("".join(found)) :].strip()
    assert all(len(piece) <= longest for piece in found)


def test_long_texts_are_cut_at_sentence_ends() -> None:
    assert list(pieces("好吃。不贵！再来", 6)) == ["好吃。不贵！", "再来"]
    assert list(pieces("一二三四五六七", 3)) == ["一二三", "四五六", "七"]


def test_each_text_once_and_no_more_than_asked_for() -> None:
    assert len(once(["Good!", "good", "", "...", "bad"])) == 2
    texts = [f"text number {at}" for at in range(100)]
    kept = capped(texts, size=500)
    assert sum(len(text.encode()) for text in kept) <= 500
    assert kept == [text for text in texts if text in set(kept)] == capped(texts, size=500)


def test_what_is_tested_is_not_among_them(tmp_path: Path) -> None:
    held, inside = "这家店的味道真的非常好吃啊", "朋友说这家店的味道真的非常好吃啊，我不信。"
    for folder, name in (("zh-reviews", "reviews"), ("aichallenger-zh", "unlabelled")):
        (tmp_path / folder).mkdir()
        rows = [held, inside, "\ufeff不错", "不错！", "贵" * (LONGEST + 1)]
        lines = (json.dumps({"text": text}, ensure_ascii=False) for text in rows)
        (tmp_path / folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    samples = [Sample("1", held, "toy", "test"), Sample("2", "学习", "toy", "train")]
    assert unlabelled("zh", tmp_path, samples) == ["学习", "不错！", "贵" * LONGEST, "贵"]


def test_english_texts_are_read_from_every_set(data_dir: Path) -> None:
    found = list(english_texts(data_dir))
    assert len(found) > 15_000
    assert any("We really enjoyed shooting with the Canon PowerShot SD500." in text for text in found)
    assert any(text.startswith("These are the perfect tights for my 5-year old.") for text in found)
    assert not any("##" in text for text in found)
