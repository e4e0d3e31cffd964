from __future__ import annotations

from pathlib import Path

from research.training.treebank import Tagged, read, read_labelled, write_labelled

TINY = [
    Tagged(["The", "room", "was", "clean"], ["DET", "NOUN", "AUX", "ADJ"], ["DT", "NN", "VBD", "JJ"], "reviews"),
    Tagged(["I", "room", "here"], ["PRON", "VERB", "ADV"], ["PRP", "VBP", "RB"], "answers"),
]


def test_labelled_text_survives_the_file(tmp_path: Path) -> None:
    write_labelled(tmp_path / "x.xz", TINY)
    assert read_labelled(tmp_path / "x.xz") == [sentence._replace(genre="labelled") for sentence in TINY]


def test_hyphens_join_words(tmp_path: Path) -> None:
    rows = [
        "# sent_id = reviews-1-0001",
        "1\tA\ta\tDET\tDT\t_\t4\tdet\t_\t_",
        "2\tuser\tuser\tNOUN\tNN\t_\t4\tobl\t_\tSpaceAfter=No",
        "3\t-\t-\tPUNCT\tHYPH\t_\t4\tpunct\t_\tSpaceAfter=No", "4\tfriendly\tfriendly\tADJ\tJJ\t_\t5\tamod\t_\t_",
        "5\tmenu\tmenu\tNOUN\tNN\t_\t0\troot\t_\t_",
    ]  # fmt: skip
    path = tmp_path / "x.conllu"
    path.write_text("\n".join(rows) + "\n\n", "utf-8")
    expected = Tagged(["A", "user-friendly", "menu"], ["DET", "ADJ", "NOUN"], ["DT", "JJ", "NN"], "reviews")
    assert read(path) == [expected]


def test_contractions_stay_apart_and_genres_are_read(data_dir: Path) -> None:
    sentences = read(data_dir / "ud-ewt" / "dev.conllu.xz")
    assert len(sentences) == 2001
    assert {sentence.genre for sentence in sentences} == {"answers", "email", "newsgroup", "reviews", "weblog"}
    words = {word for sentence in sentences for word in sentence.words}
    assert {"n't", "'s", "full-time"} <= words
    assert "don't" not in words
