from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from voxpop.aspects import Corpus
from voxpop.aspects.corpus import compact
from voxpop.lang import language
from voxpop.types import CompactSentence


def lines(count: int) -> list[CompactSentence]:
    return [CompactSentence((str(i),), (str(i),), ("NUM",), ()) for i in range(count)]


@given(st.integers(1, 40), st.integers(0, 400))
def test_a_full_corpus_keeps_an_even_sample(capacity: int, count: int) -> None:
    corpus = Corpus(capacity)
    corpus.extend(lines(count))
    kept = [int(line.words[0]) for line in corpus]
    assert corpus.seen == count
    assert count <= len(corpus) if count <= capacity else capacity / 2 <= len(corpus) <= capacity
    assert kept == sorted(kept)
    gaps = [b - a for a, b in pairwise(kept)]
    assert len(set(gaps)) <= 1


def test_a_line_holds_words_in_lower_case_and_their_phrases() -> None:
    (sentence,) = language("en").parse(["The Battery Life was GOOD."])[0]
    line = compact(sentence, language("en"))
    assert line.words == ("the", "battery", "life", "was", "good", ".")
    assert len(line.words) == len(line.lemmas) == len(line.tags)
    assert "battery life" in {phrase.term for phrase in line.phrases}
