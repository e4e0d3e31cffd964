import numpy as np
import pytest

from voxpop.aspects.candidates import Candidates
from voxpop.aspects.centroid import domain_test
from voxpop.aspects.vectors import Vectors, general_vectors, vectors
from voxpop.lang import LANGUAGES, language
from voxpop.types import CompactSentence, Phrase


class Table(Vectors):
    """Vectors worked out by hand."""

    def __init__(self, rows: dict[str, tuple[float, float]]) -> None:
        self._row = {word: place for place, word in enumerate(rows)}
        self._values = np.array(list(rows.values()), dtype=np.float32)
        self._scale = np.ones(len(rows), dtype=np.float32)
        self._rank = np.arange(1, len(rows) + 1)


TABLE = Table({"food": (1, 0), "service": (0.8, 0.6), "time": (0, 1), "year": (0.1, 1), "said": (0, 1)})


def found(*phrases: str) -> Candidates:
    lines = []
    for text in phrases:
        words = tuple(text.split())
        lines.append(CompactSentence(words, words, ("NOUN",) * len(words), (Phrase(0, len(words), text),)))
    return Candidates(lines)


def test_candidates_nearer_to_common_language_are_discarded() -> None:
    keep = domain_test(found("food", "food", "service"), TABLE, ("said",))
    # the domain lies at (.9, .3) before scaling: "time" and "year" are nearer to "said", "service" is not
    assert [word for word in ("food", "service", "time", "year") if keep((word,))] == ["food", "service"]


def test_two_words_are_judged_by_their_mean_and_three_stay() -> None:
    keep = domain_test(found("food", "service"), TABLE, ("said",))
    assert not keep(("time", "year"))
    assert keep(("food", "service"))
    assert keep(("time", "year", "time"))


def test_a_word_without_vector_keeps_its_candidate() -> None:
    keep = domain_test(found("food"), TABLE, ("said",))
    assert keep(("zzz",))
    assert keep(("time", "zzz"))


def test_only_the_ten_most_frequent_candidates_make_the_domain() -> None:
    often = [f"w{i}" for i in range(10) for _ in range(2)]
    table = Table({**{f"w{i}": (1.0, 0.0) for i in range(10)}, "rare": (0, 1), "said": (0.6, 0.8), "mid": (0.5, 0.9)})
    keep = domain_test(found(*often, "rare"), table, ("said",))
    assert not keep(("rare",))
    assert not keep(("mid",))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twenty_common_words_are_shipped_and_known(lang: str) -> None:
    common = language(lang).aspect_hints.COMMON
    assert len(common) == 20
    assert sum(word in general_vectors(lang) for word in common) >= 19


def test_shipped_vectors_are_of_length_one_and_know_the_rank_of_a_word() -> None:
    table = vectors("vectors-general-en")
    screen = table.word("screen")
    assert screen is not None
    assert np.linalg.norm(screen) == pytest.approx(1, abs=0.02)
    assert table.rank("the") == 1
    assert table.rank("zzzz") is None
    assert table.phrase(["screen", "zzzz"]) is None
