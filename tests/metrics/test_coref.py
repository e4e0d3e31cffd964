"""Against the reference scorer's published cases, a naive reading of the definitions, and answers that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import MEASURES, Scores
from voxpop.metrics.clusters import ClusteredDocument
from voxpop.metrics.coref import coref

NAMES = ("mentions", "muc", "b3", "ceafe", "ceafm", "lea", "blanc")
FIGURES = ("recall", "precision", "f1")
Clusters = list[list[str]]


def clusters(text: str) -> Clusters:
    """``"a bc"`` is {a} {b, c}."""
    return [list(word) for word in text.split()]


def scored(key: str, response: str) -> dict[str, tuple[float, ...]]:
    scores = coref([clusters(key)], [clusters(response)])
    return {name: tuple(scores[name].values[figure] for figure in FIGURES) for name in NAMES}


def rp(recall: F | int, precision: F | int) -> tuple[float, float, float]:
    total = F(recall) + F(precision)
    return float(recall), float(precision), float(2 * F(recall) * F(precision) / total) if total else 0.0


def blanc(*links: tuple[F | int, F | int]) -> tuple[float, ...]:
    """The mean over the kinds of links that the key has, of (recall, precision) each."""
    each = [rp(*pair) for pair in links]
    return tuple(sum(column) / len(each) for column in zip(*each, strict=True))


# The reference scorer's test cases (recall, precision, or all three), as its repository publishes them.
A = "a bc def"
ONE = (1.0, 1.0, 1.0)
NONE = (0.0, 0.0, 0.0)
A4 = {"muc": rp(F(1, 3), F(1, 3)), "b3": rp(F(5, 9), F(17, 42)), "ceafm": rp(F(4, 6), F(4, 7)),
      "ceafe": rp(F("2.2") / 3, F("0.55")), "blanc": (0.35227, 0.27206, 0.30357),
      "lea": rp(F(1, 2), F(2, 7))}  # fmt: skip
CASES: dict[str, tuple[str, str, dict[str, tuple[float, ...]]]] = {
    "A1": (A, A, dict.fromkeys(("muc", "b3", "ceafm", "ceafe", "blanc", "lea"), ONE)),
    "A2": (A, "a de", {"muc": rp(F(1, 3), 1), "b3": rp(F(7, 18), 1), "ceafm": rp(F(1, 2), 1), "ceafe": (0.6, 0.9, 0.72),
                       "blanc": (0.21591, 1, 0.35385), "lea": rp(F(1, 3), 1)}),
    "A3": (A, "a bcx defy z", {"muc": rp(1, F(3, 5)), "b3": rp(1, F(55, 108)), "ceafm": rp(1, F(6, 9)),
                               "ceafe": (0.88571, 0.66429, 0.75918), "blanc": (1, 0.42593, 0.59717),
                               "lea": rp(1, F(4, 9))}),
    "A4": (A, "a bcx dy z", A4),
    "A5": (A, "a bcxB dy z", {"muc": rp(F(1, 3), F(1, 4)), "b3": rp(F(5, 9), F(5, 16)), "ceafm": rp(F(4, 6), F(1, 2)),
                              "ceafe": (0.68889, 0.51667, 0.59048), "blanc": (0.35227, 0.19048, 0.24716),
                              "lea": rp(F(1, 2), F(5, 24))}),
    "A6": (A, "a bcx dy Bz", {"muc": rp(F(1, 3), F(1, 4)), "b3": rp(F(5, 9), F(17, 48)), "ceafm": rp(F(4, 6), F(1, 2)),
                              "ceafe": (0.73333, 0.55, 0.62857), "blanc": (0.35227, 0.20870, 0.25817),
                              "lea": rp(F(1, 2), F(1, 4))}),
    "A7": (A, "a bcxb dy z", A4),  # a mention twice in its cluster,
    "A8": (A, "a bcx dy bz", A4),  # in another one,
    "A9": (A, "a bcx dy bbbbbbbbbbz", A4),  # and ten times
    "A10": (A, "a b c d e f", {"muc": NONE, "b3": rp(F(1, 2), 1), "blanc": (0.5, 0.36667, 0.42308),
                               "lea": rp(F(1, 6), F(1, 6))}),
    "A11": (A, "abcdef", {"muc": rp(1, F(3, 5)), "b3": rp(1, F(7, 18)), "blanc": (0.5, 0.13333, 0.21053),
                          "lea": rp(F(5, 6), F(4, 15))}),
    "A12": (A, "a x y c d e z", {"muc": NONE, "b3": rp(F(13, 36), F(4, 7)), "blanc": (0.22727, 0.11905, 0.15625),
                                 "lea": rp(F(1, 6), F(1, 7))}),
    "A13": (A, "axycdez", {"muc": rp(F(1, 3), F(1, 6)), "b3": rp(F(17, 36), F(6, 49)), "blanc": (0.125, 0.02381, 0.04),
                           "lea": rp(F(1, 6), F(1, 21))}),
    "B1": ("ab cde", "bcx de", {"blanc": blanc((F(1, 4), F(1, 4)), (F(1, 3), F(1, 3))), "lea": rp(F(1, 5), F(2, 5))}),
    "C1": ("ab cde fg", "bcx de fg", {"blanc": blanc((F(2, 5), F(2, 5)), (F(10, 16), F(10, 16))),
                                      "lea": rp(F(3, 7), F(4, 7))}),
    "D1": ("12345 67 89ABC", "12345 6789ABC", {"muc": rp(1, F(9, 10)), "b3": rp(1, F(16, 21)),
                                               "lea": rp(1, F(13, 18))}),
    "E1": ("12345 67 89ABC", "1234589ABC 67", {"muc": rp(1, F(9, 10)), "b3": rp(1, F(7, 12)), "lea": rp(1, F(29, 54))}),
    "F1": ("ABCD", "AB CD", {"muc": rp(F(2, 3), 1), "lea": rp(F(1, 3), 1)}),
    "G1": ("AB CD", "ABCD", {"muc": rp(1, F(2, 3)), "lea": rp(1, F(1, 3))}),
    "H1": ("ABCD", "ABCD", {"muc": ONE, "lea": ONE}),
    "I1": ("ABCD", "AB CD", {"muc": rp(F(2, 3), 1), "lea": rp(F(1, 3), 1)}),
    "J1": ("ABC", "AC", {"muc": rp(F(1, 2), 1), "lea": rp(F(1, 3), 1)}),
    "K1": ("BCDEGHJ", "ABC DEF GHI", {"muc": rp(F(1, 2), F(1, 2)), "lea": rp(F(1, 7), F(1, 3))}),
    "L1": ("ABC DEFG", "AB CD FGH", {"muc": rp(F(2, 5), F(2, 4)), "lea": rp(F(5, 21), F(3, 7))}),
    "M1": ("abcdef", "abcdef", dict.fromkeys(("muc", "b3", "ceafm", "ceafe", "blanc", "lea"), ONE)),
    "M2": ("abcdef", "a b c d e f", {"muc": NONE, "blanc": NONE, "lea": NONE}),
    "M3": ("abcdef", "ab cde f", {"blanc": rp(F(4, 15), 1), "lea": rp(F(4, 15), F(5, 6))}),
    "M4": ("abcdef", "abcxyz", {"blanc": rp(F(3, 15), F(3, 15)), "lea": rp(F(1, 5), F(1, 5))}),
    "M5": ("abcdef", "a b c x y z", {"muc": NONE, "blanc": NONE, "lea": NONE}),
    "M6": ("abcdef", "ab cxy z", {"blanc": rp(F(1, 15), F(1, 4)), "lea": rp(F(1, 15), F(1, 3))}),
    "N1": ("a b c d e f", "a b c d e f", {"muc": NONE, **dict.fromkeys(("b3", "ceafm", "ceafe", "blanc", "lea"), ONE)}),
    "N2": ("a b c d e f", "abcdef", {"muc": NONE, "blanc": NONE, "lea": NONE}),
    "N3": ("a b c d e f", "ab cde f", {"blanc": rp(F(11, 15), 1), "lea": rp(F(1, 6), F(1, 6))}),
    "N4": ("a b c d e f", "a b c x y z", {"muc": NONE, "blanc": rp(F(3, 15), F(3, 15)), "lea": rp(F(1, 2), F(1, 2))}),
    "N5": ("a b c d e f", "abcxyz", {"blanc": NONE, "lea": NONE}),
    "N6": ("a b c d e f", "ab cxy z", {"blanc": rp(F(2, 15), F(2, 11)), "lea": NONE}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_equals_the_reference_scorer(case: str) -> None:
    key, response, expected = CASES[case]
    found = scored(key, response)
    for name, figures in expected.items():
        assert found[name] == pytest.approx(figures, abs=6e-6), name  # the published decimals have five places


@pytest.mark.parametrize("case", CASES)
def test_the_published_cases_agree_with_the_naive_definitions(case: str) -> None:
    """So that a slip in copying a case, or in the definitions used below, is seen."""
    key, response, expected = CASES[case]
    found = naive(clusters(key), distinct(clusters(response)))
    for name, figures in expected.items():
        assert found[name] == pytest.approx(figures, abs=6e-6), name


def distinct(given: Clusters) -> Clusters:
    seen: set[str] = set()
    kept = [[m for m in dict.fromkeys(cluster) if not (m in seen or seen.add(m))] for cluster in given]
    return [cluster for cluster in kept if cluster]


def naive(key: Clusters, response: Clusters) -> dict[str, tuple[float, ...]]:
    """Each measure word for word from its paper: sets, pairs of mentions, all assignments tried."""
    keys, responses = [frozenset(c) for c in key], [frozenset(c) for c in response]
    k, r = frozenset().union(*keys), frozenset().union(*responses)

    def quotient(part: float, whole: float) -> float:
        return part / whole if whole else 0.0

    def prf(recall: float, precision: float) -> tuple[float, float, float]:
        return recall, precision, quotient(2 * recall * precision, recall + precision)

    def both(part: object, whole: object) -> tuple[float, float, float]:
        return prf(quotient(part(keys, responses), whole(keys)), quotient(part(responses, keys), whole(responses)))  # type: ignore[operator]

    def muc(mine: list, others: list) -> float:  # type: ignore[type-arg]
        known = frozenset().union(*others)
        return sum(len(c) - len({next(o for o in others if m in o) if m in known else m for m in c}) for c in mine)

    def b3(mine: list, others: list) -> float:  # type: ignore[type-arg]
        return sum(len(c & o) / len(c) for c in mine for m in c for o in others if m in o)

    def lea(mine: list, others: list) -> float:  # type: ignore[type-arg]
        total = 0.0
        for c in mine:
            links = {frozenset(p) for p in combinations(c, 2)} or {c}
            known = {frozenset(p) for o in others for p in (combinations(o, 2) if len(o) > 1 else [o])}
            total += len(c) * len(links & known) / len(links)
        return total

    def mentions(side: list) -> int:  # type: ignore[type-arg]
        return sum(map(len, side))

    def ceaf(phi: object) -> float:
        small, large = sorted((keys, responses), key=len)
        return max(sum(phi(a, b) for a, b in zip(small, p, strict=True)) for p in permutations(large, len(small)))  # type: ignore[operator]

    def pairs(side: list) -> tuple[set, set]:  # type: ignore[type-arg]
        linked = {frozenset(p) for c in side for p in combinations(c, 2)}
        return linked, {frozenset(p) for p in combinations(frozenset().union(*side), 2)} - linked

    kinds = [(kl, rl) for kl, rl in zip(pairs(keys), pairs(responses), strict=True) if kl]
    of_links = [prf(quotient(len(kl & rl), len(kl)), quotient(len(kl & rl), len(rl))) for kl, rl in kinds]
    phi3, phi4 = ceaf(lambda a, b: len(a & b)), ceaf(lambda a, b: 2 * len(a & b) / (len(a) + len(b)))
    return {
        "mentions": prf(quotient(len(k & r), len(k)), quotient(len(k & r), len(r))),
        "muc": both(muc, lambda side: sum(len(c) - 1 for c in side)),
        "b3": both(b3, mentions),
        "lea": both(lea, mentions),
        "ceafm": prf(quotient(phi3, mentions(keys)), quotient(phi3, mentions(responses))),
        "ceafe": prf(quotient(phi4, len(keys)), quotient(phi4, len(responses))),
        "blanc": tuple(sum(col) / len(of_links) for col in zip(*of_links, strict=True)) if of_links else NONE,
    }


def partitions(letters: str) -> st.SearchStrategy[Clusters]:
    def group(numbers: list[int]) -> Clusters:
        found: dict[int, list[str]] = {}
        for letter, number in zip(letters, numbers, strict=True):
            if number:
                found.setdefault(number, []).append(letter)
        return list(found.values())

    return st.lists(st.integers(0, 5), min_size=len(letters), max_size=len(letters)).map(group)


PARTITIONS = partitions("abcdefghijkl")


@settings(deadline=None)
@given(PARTITIONS, PARTITIONS)
def test_equals_the_naive_definitions(key: Clusters, response: Clusters) -> None:
    scores = coref([key], [response])
    for name, figures in naive(key, response).items():
        assert [scores[name].values[figure] for figure in FIGURES] == pytest.approx(figures, abs=1e-9), name


@settings(deadline=None)
@given(st.lists(st.tuples(PARTITIONS, PARTITIONS), min_size=1, max_size=4))
def test_in_range_and_symmetric(documents: Sequence[tuple[Clusters, Clusters]]) -> None:
    forth = coref([key for key, _ in documents], [response for _, response in documents])
    back = coref([response for _, response in documents], [key for key, _ in documents])
    for name, score in forth.items():
        assert all(0 <= value <= 1 + 1e-12 for value in score.values.values())
        if name not in ("blanc", "conll"):  # BLANC asks which links the gold has
            assert score.values["precision"] == pytest.approx(back[name].values["recall"])
    assert forth["conll"].value == pytest.approx(back["conll"].value)


@settings(deadline=None)
@given(PARTITIONS.filter(lambda key: any(len(cluster) > 1 for cluster in key)))
def test_gold_against_gold_is_one(key: Clusters) -> None:
    for score in coref([key], [[cluster[::-1] for cluster in key[::-1]]]).values():
        assert list(score.values.values()) == pytest.approx([1.0] * len(score.values))


def test_conll_is_the_mean_of_three_and_a_corpus_is_no_mean_of_documents() -> None:
    keys, responses = [clusters(A), clusters("abc")], [clusters("a de"), clusters("abc")]
    scores = coref(keys, responses)
    assert scores["conll"].value == pytest.approx(sum(scores[name].value for name in ("muc", "b3", "ceafe")) / 3)
    assert scores["muc"].values["recall"] == pytest.approx((1 + 2) / (3 + 2))
    assert scores["conll"].n == 2


def test_wrong_answers() -> None:
    nothing = coref([clusters(A)], [[]])
    assert all(score.value == 0 for score in nothing.values())
    other = coref([clusters(A)], [clusters("uvw xyz")])
    assert all(score.value == 0 for score in other.values())
    whole = coref([clusters("ab cd ef")], [clusters("abcdef")])
    assert whole["muc"].values["recall"] == 1  # the known weakness of MUC,
    assert whole["ceafe"].values["recall"] == pytest.approx((2 * 2 / 8) / 3)  # which CEAF does not share
    assert coref([clusters("aX")], [clusters("ax")])["mentions"].value == 0.5


def test_singletons_kept_or_dropped() -> None:
    kept = coref([clusters(A)], [clusters("b de")])["b3"]
    dropped = coref([clusters(A)], [clusters("b de")], singletons="drop")["b3"]
    assert kept.values["recall"] == pytest.approx((1 / 2 + 4 / 3) / 6)
    assert dropped.values["recall"] == pytest.approx((4 / 3) / 5)
    assert "singletons:drop" in dropped.signature
    with pytest.raises(MeasureError, match="singletons keep against drop"):
        kept.versus(dropped)
    with pytest.raises(OptionError, match="drop, keep"):
        coref([clusters(A)], [clusters(A)], singletons="maybe")


def test_repeated_mentions_are_told() -> None:
    assert coref([clusters(A)], [clusters("a bcx dy bbbz")])["muc"].details["repeated_mentions"] == 3
    with pytest.raises(MeasureError, match="Document 2 of the gold has a mention in two clusters"):
        coref([clusters(A), clusters("ab bc")], [clusters(A), clusters(A)])


def test_clusters_and_mentions_of_the_wrong_kind() -> None:
    with pytest.raises(MeasureError, match="A cluster is a string"):
        coref([["ab", "cd"]], [["ab", "cd"]])
    with pytest.raises(MeasureError, match="tuple"):
        coref([[[[0, 1], [2, 3]]]], [[[(0, 1)]]])


def test_intervals_and_tests_come_from_the_contract() -> None:
    keys = [clusters(A)] * 6
    good, bad = coref(keys, [clusters("a bc de")] * 6), coref(keys, [clusters("ad be c f")] * 6)
    assert good["conll"].interval(resamples=50).low == pytest.approx(good["conll"].value)
    assert good["conll"].versus(bad["conll"]).p == pytest.approx(2 / 64)
    assert MEASURES["coref"] is coref


def by_type(gold: Sequence[dict[str, list[str]]], pred: Sequence[Clusters]) -> Scores:
    return coref([ClusteredDocument((), types=types) for types in gold], pred, by_type=True)


def test_documents_must_be_as_many() -> None:
    with pytest.raises(MeasureError, match="as many"):
        coref([clusters(A)], [])


def test_by_type_unites_the_clusters_that_meet_the_type() -> None:
    gold = [{"main": ["a", "b", "c", "d"], "competing": ["x"]}, {"main": ["a", "b"]}]
    scores = by_type(gold, [clusters("ab cx yz d"), clusters("pq")])
    assert "muc:competing" not in scores  # one competing mention is too few
    assert scores["mentions:main"].values == pytest.approx({"precision": 3 / 4, "recall": 3 / 6, "f1": 0.6})
    assert scores["muc:main"].values["recall"] == pytest.approx(2 / 4)  # abcx against abcd; nothing against ab
    assert scores["muc:main"].values["precision"] == pytest.approx(2 / 3)
    assert scores["ceafe:main"].values["precision"] == pytest.approx(6 / 8)
    assert scores["ceafe:main"].values["recall"] == pytest.approx(6 / 8 / 2)
    assert "type:main" in scores["muc:main"].signature


def test_by_type_needs_types() -> None:
    assert by_type([{"main": ["a", "b"]}], [clusters("bc")])["b3:main"].value == pytest.approx(1 / 4)
    with pytest.raises(MeasureError, match="nothing of types"):
        by_type([{}], [clusters("bc")])
    with pytest.raises(MeasureError, match="two mentions of one type"):
        by_type([{"main": ["a"]}], [clusters("bc")])


@settings(deadline=None)
@given(st.lists(st.tuples(PARTITIONS, PARTITIONS), min_size=1, max_size=3))
def test_by_type_never_merges_less_than_it_must(documents: Sequence[tuple[Clusters, Clusters]]) -> None:
    gold = [{"pair": ["y", "z"], **{str(at): cluster for at, cluster in enumerate(key)}} for key, _ in documents]
    scores = by_type(gold, [response for _, response in documents])
    assert all(0 <= value <= 1 for score in scores.values() for value in score.values.values())
    for name, score in scores.items():
        if name.startswith("ceafe:"):
            assert score.values["precision"] >= score.values["recall"] - 1e-12 or not score.values["precision"]
