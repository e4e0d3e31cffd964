from __future__ import annotations

import re
from pathlib import Path

import pytest

from research.papers.kobayashi2022_coref import annotated
from research.papers.kobayashi2022_coref.annotated import Annotated, parse, to_json
from voxpop.errors import AssetError, VoxpopError

RESEARCH = Path(__file__).parents[3]


def test_there_are_as_many_reviews_as_asked_for_in_both_languages() -> None:
    english, chinese = annotated.reviews("en"), annotated.reviews("zh")
    assert len(english) >= 150
    assert len(chinese) >= 60
    assert 0.25 < sum(one.split == "dev" for one in english) / len(english) < 0.45
    assert annotated.reviews() == [*english, *chinese]


def test_every_mention_lies_in_its_text_and_is_of_one_piece() -> None:
    for one in annotated.reviews():
        assert all(0 <= start < end <= len(one.text) for start, end in one.spans), one.id
        assert all(words == words.strip() for words in one.words), one.id
        assert len(set(one.spans)) == len(one.spans) == len(one.settled), one.id


def test_no_product_is_in_both_splits_and_ids_are_unique() -> None:
    found = annotated.reviews()
    splits: dict[str, set[str]] = {}
    for one in found:
        splits.setdefault(one.product, set()).add(one.split)
    assert all(len(names) == 1 for names in splits.values())
    assert len({one.id for one in found}) == len(found)


@pytest.mark.parametrize("one", annotated.reviews(), ids=lambda one: one.id)
def test_clusters_are_of_one_type_and_the_main_product_is_cluster_0(one: Annotated) -> None:
    for labels in (one.first, one.settled):
        types: dict[int, set[str]] = {}
        for label in labels:
            types.setdefault(label.cluster, set()).add(label.about)
            assert (label.about == "main") == (label.cluster == 0)
            assert label.part_of is None or label.about.startswith("part_of")
            assert label.about != "part_of_main" or label.part_of == 0
        assert all(len(found) == 1 for found in types.values()), types


def test_a_row_goes_out_as_it_came_in_and_bad_rows_are_told() -> None:
    one = annotated.reviews("zh")[0]
    row = to_json(one)
    assert parse(row, where="here") == one
    with pytest.raises(AssetError, match="here: a mention without its label"):
        parse({**row, "settled": row["settled"][1:]}, where="here")
    with pytest.raises(AssetError, match="outside its text"):
        parse({**row, "text": "短"}, where="here")
    with pytest.raises(AssetError, match="no type of a mention"):
        parse({**row, "settled": [["rival", 1, None], *row["settled"][1:]]}, where="here")


def test_references_find_their_texts(data_dir: Path) -> None:
    found = annotated.references(data_dir)
    assert sum(len(one.spans) for one in found) >= 150
    assert {one.id.partition(":")[0] for one in found} == {"hu-liu", "yelp", "coqe"}
    g3 = next(one for one in found if one.id == "hu-liu:1/Canon_G3:215")
    assert "my nikon slr" in g3.words


def test_a_changed_text_is_noticed(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "quoted", lambda reference, folder: "something else")
    with pytest.raises(VoxpopError, match="reads otherwise"):
        annotated.references(data_dir)


def test_training_reviews_are_of_other_products_in_other_words() -> None:
    marked = [path.read_text("utf-8") for path in (RESEARCH / "experiments" / "mentions" / "train").glob("*.txt")]
    assert marked
    trained = {line.split("|")[1].strip() for text in marked for line in text.splitlines() if line.startswith("#")}
    assert trained
    assert not trained & {one.product for one in annotated.reviews()}
    bare = re.sub(r"\[|\|[a-z_]+\]", "", " ".join(marked))
    seen = shingles(bare)
    assert not [one.id for one in annotated.reviews("en") if shingles(one.text) & seen]
    seen = strings(bare)
    assert not [one.id for one in annotated.reviews("zh") if strings(one.text) & seen]


def shingles(text: str, *, size: int = 8) -> set[tuple[str, ...]]:
    words = text.lower().split()
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}


def strings(text: str, *, size: int = 10) -> set[str]:
    """Runs of characters, without marks between them."""
    letters = "".join(filter(str.isalnum, text))
    return {letters[at : at + size] for at in range(len(letters) - size + 1)}
