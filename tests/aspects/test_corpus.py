from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from voxpop.aspects import Corpus, compact
from voxpop.aspects.corpus import COLUMNS, columns_of, encode
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
    assert len(corpus) == min(capacity, count)
    assert kept == sorted(kept)
    gaps = [b - a for a, b in pairwise(kept)]
    assert not gaps or max(gaps) <= 5 * max(1, count / capacity)


@given(st.lists(st.integers(0, (1 << 64) - 1), max_size=200), st.integers(1, 50), st.randoms())
def test_any_parts_in_any_order_keep_the_same_sentences(keys: list[int], capacity: int, chance: Random) -> None:
    whole, half, shuffled = Corpus(capacity), Corpus(capacity), Corpus(capacity)
    own = [(key, *encode(line)) for key, line in zip(keys, lines(len(keys)), strict=True)]
    whole.add_table(columns_of(own, COLUMNS))
    chance.shuffle(own)
    middle = len(own) // 2
    for row in own[:middle]:
        half.add_table(columns_of([row], COLUMNS))
    shuffled.add_table(half.kept())  # of a part: what it keeps is added to the others
    shuffled.add_table(columns_of(own[middle:], COLUMNS))
    assert whole.kept().sort_by("words") == shuffled.kept().sort_by("words")
    assert len(whole) >= min(capacity, len(keys))


def test_a_line_holds_words_in_lower_case_and_their_phrases() -> None:
    (sentence,) = language("en").parse(["The Battery Life was GOOD."])[0]
    line = compact(sentence)
    assert line.words == ("the", "battery", "life", "was", "good", ".")
    assert len(line.words) == len(line.lemmas) == len(line.tags)
    assert "battery life" in {phrase.term for phrase in line.phrases}
