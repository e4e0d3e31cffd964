from __future__ import annotations

import json
from pathlib import Path

import pytest

from research.training.branch import entities, mined_en, mined_zh
from research.training.branch.entity_texts import Text
from voxpop.entities.names import find_names
from voxpop.errors import InputError
from voxpop.lang import language
from voxpop.types import Product, Span


def found_en(text: str, kind: str, *terms: str) -> dict[str, str]:
    (sentences,) = language("en").parse([text])
    product = Product(kind=kind)
    spans = [Span(text.index(term), text.index(term) + len(term)) for term in terms]
    names = find_names(text, sentences, lang="en", product=product)
    mentions = mined_en.mine(text, sentences, names, spans, product=product)
    return {text[start:end]: about for start, end, about in mentions}


def test_english_rivals_and_their_parts() -> None:
    found = found_en("This laptop is faster than my old laptop.", "laptop")
    assert found["This laptop"] == "main"
    assert found["my old laptop"] == "competing"
    assert found_en("I miss the keyboard of my old laptop.", "laptop")["the keyboard"] == "part_of_competing"


def test_english_things_used_with_it_and_the_class() -> None:
    assert found_en("It works well with my printer.", "laptop")["my printer"] == "interacting"
    assert found_en("I was looking for a cheap laptop.", "laptop")["a cheap laptop"] == "generic"


def test_a_marked_term_is_a_part_unless_a_rival_stands_beside() -> None:
    assert found_en("The keyboard is great.", "laptop", "keyboard")["The keyboard"] == "part_of_main"
    assert "The keyboard" not in found_en("The keyboard is better than my old laptop.", "laptop", "keyboard")


def test_chinese() -> None:
    text = "这家店的环境不错，菜品比隔壁那家店新鲜，快递很慢。"
    found = {text[start:end]: about for start, end, about in mined_zh.mine(text, [], kind="restaurant")}
    assert found == {"这家店": "main", "环境": "part_of_main", "隔壁那家店": "competing", "快递": "other"}


def test_mined_texts_with_dull_things_alone_are_mostly_left_out() -> None:
    texts = [
        Text(f"t{at}", "The keyboard is great.", "s", "train", "laptop", terms=(Span(4, 12),)) for at in range(100)
    ]
    assert 0 < len(list(entities.mined(texts, "en"))) < 50
    lively = [Text("a", "This laptop is great.", "s", "train", "laptop")]
    (row,) = entities.mined(lively, "en")
    assert row["mentions"] == [[0, 11, "main"]]


def test_marked_reviews_become_samples_with_their_product_known_and_unknown(tmp_path: Path) -> None:
    path = tmp_path / "en.txt"
    path.write_text("".join(f"# r{at} | Vendo Vado\n[The Vado|main] beats [my Canon|competing].\n" for at in range(20)))
    rows = list(entities.marked(path, "en"))
    assert {row["source"]: row["product"] for row in rows} == {"marked": "Vendo Vado", "marked-unnamed": None}
    assert sum(row["split"] == "dev" for row in rows) == 4
    known, unknown = rows[:2]
    assert known["mentions"] == unknown["mentions"] == [[0, 8, "main"], [15, 23, "competing"]]
    assert [known["text"][start:end] for start, end, role in known["names"] if role == "main"] == ["Vado"]
    assert [known["text"][start:end] for start, end, role in known["names"] if role == "other"] == ["Canon"]
    assert not [role for *_, role in unknown["names"] if role == "main"]


def test_what_is_held_back(tmp_path: Path) -> None:
    path = tmp_path / "held.jsonl"
    path.write_text(json.dumps({"text": "It works."}) + "\n")
    assert entities.held_back([path]) == ["It works."]
    path.write_text("{}\n")
    with pytest.raises(InputError, match="line 1"):
        entities.held_back([path])


def test_nothing_held_back_is_learnt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "This laptop is faster than every other laptop that I have ever owned."
    monkeypatch.setattr(entities, "english_texts", lambda data: iter([Text("a", text, "s", "train", "laptop")]))
    (tmp_path / "en.txt").write_text("# r | Flip\n[It|main] works.\n# q | Flip\n[It|main] broke.\n")
    (tmp_path / "en-more.txt").write_text("# s | Flip\n[It|main] fell.\n# t | Flip\n[It|main] bent.\n")
    assert {text, "It works.", "It bent."} <= {row["text"] for row in entities.gather(tmp_path, tmp_path, "en")}
    with pytest.raises(InputError, match="no marked reviews"):
        entities.gather(tmp_path, tmp_path / "none", "en")
    assert text not in {row["text"] for row in entities.gather(tmp_path, tmp_path, "en", held=[f"Well. {text}"])}
