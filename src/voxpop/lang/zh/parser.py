"""Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from voxpop.lang.borrowed import borrowed
from voxpop.lang.data import read_words
from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.en.tagger import knows
from voxpop.lang.endless import cut
from voxpop.lang.memo import Memo
from voxpop.lang.phrases import phrases
from voxpop.lang.zh.segment import dictionary
from voxpop.lang.zh.sentences import boundaries
from voxpop.lang.zh.tokens import tokens
from voxpop.types import Phrase, Sentence, Span, Token

code = "zh"
joiner = ""
stop_words = read_words(__package__, "stop_words.txt")

_UPOS = {  # jieba's tags, by their first letter unless the whole tag stands here
    "n": "NOUN", "nr": "PROPN", "nrt": "PROPN", "nrfg": "PROPN", "ns": "PROPN", "nt": "PROPN", "nz": "PROPN",
    "v": "VERB", "vn": "NOUN", "a": "ADJ", "ad": "ADV", "an": "NOUN", "b": "ADJ", "z": "ADJ", "zg": "ADV", "d": "ADV",
    "t": "NOUN", "s": "NOUN", "f": "ADP", "m": "NUM", "q": "NOUN", "r": "PRON", "p": "ADP", "c": "CCONJ", "u": "PART",
    "y": "PART", "e": "INTJ", "o": "INTJ", "i": "ADJ", "l": "VERB", "j": "NOUN", "k": "PART", "h": "PART", "g": "NOUN",
    "x": "X",
}  # fmt: skip
_LATIN = "?"  # the tag of a word in Latin letters until its neighbours were asked
_NO_TERMS = frozenset("tsq")  # times, places and measures are nouns that never name an aspect


def sentences(text: str) -> list[Span]:
    """Spans of the sentences; white space between them belongs to none."""
    spans = tokens(text)
    words = [text[start:end] for start, end in spans]
    return [Span(spans[first].start, spans[last - 1].end) for first, last in cut(boundaries(text, spans, words))]


def parse(texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
    """Sentences with tokens, tags, lemmas and candidate noun phrases, one tuple a text."""
    return [_parse(text) for text in texts]


def _parse(text: str) -> tuple[Sentence, ...]:
    spans = tokens(text)
    words = [text[start:end] for start, end in spans]
    return tuple(
        [_sentence(spans[first:last], words[first:last]) for first, last in cut(boundaries(text, spans, words))]
    )


def _sentence(spans: list[Span], words: list[str]) -> Sentence:
    facts = [_FACTS[word] for word in words]
    if any(fact[1] is _LATIN for fact in facts):
        _read_latin(words, facts)
    made = tuple(
        [
            Token(start, end, word, lower, tag)
            for (start, end), word, (lower, tag, _) in zip(spans, words, facts, strict=True)
        ]
    )
    lowers, tags = [fact[0] for fact in facts], [fact[2] for fact in facts]
    found: tuple[Phrase, ...] = ()
    for first, last in _unbroken(spans):
        part = noun_phrases(lowers[first:last], tags[first:last])
        found += tuple(Phrase(first + a, first + b, term) for a, b, term in part) if first else part
    return Sentence(spans[0].start, spans[-1].end, made, found)


def _unbroken(spans: list[Span]) -> list[tuple[int, int]]:
    """Ranges of words without spaces between them: no term goes on across a space."""
    cuts = [i for i in range(1, len(spans)) if spans[i].start > spans[i - 1].end]
    return list(zip([0, *cuts], [*cuts, len(spans)], strict=True))


def noun_phrases(words: Sequence[str], tags: Sequence[str]) -> tuple[Phrase, ...]:
    """Candidate terms of one sentence."""
    return phrases(words, tags, joiner=joiner, fit=_FITS.__getitem__, modifies=_modifies)


def _read_latin(words: Sequence[str], facts: list[tuple[str, str, str]]) -> None:
    """Give the words in Latin letters the tags that English has for them, side by side as they stand."""
    first = 0
    for latin, run in groupby(facts, key=lambda fact: fact[1] is _LATIN):
        last = first + sum(1 for _ in run)
        if latin:
            tags = _ENGLISH[" ".join(words[first:last])]
            facts[first:last] = [(fact[0], tag, tag) for fact, tag in zip(facts[first:last], tags, strict=True)]
        first = last


def _english(run: str) -> list[str]:
    """A tag for each word. What English does not know is a name, and so is "check in", said in Chinese."""
    read = (token for sentence in borrowed(run, "en") for token in sentence.tokens)
    known = {token.start: token.tag for token in read if knows(token.text)}
    tags, place = [], 0
    for word in run.split(" "):
        tags.append(known.get(place, "NOUN") if len(word) > 1 else "X")
        place += len(word) + 1
    return ["NOUN", "ADP"] if tags == ["VERB", "ADP"] else tags


_ENGLISH = Memo(_english, limit=10_000)


def foreign(word: str) -> bool:
    """Whether a word is in letters that are not Chinese."""
    return _FACTS[word][1] is _LATIN


def _facts(word: str) -> tuple[str, str, str]:
    """Lower case, tag, and the tag that noun phrases go by."""
    lower = word.lower()
    if word.replace("’", "'").isascii() or not any(letter.isalnum() for letter in word):
        tag = _foreign_tag(word)
        return lower, tag, tag
    mark = dictionary().tag(word)
    tag = _UPOS.get(mark) or _UPOS[mark[0]]
    return lower, tag, "" if mark[0] in _NO_TERMS or _is_time(word) else tag


def _is_time(word: str) -> bool:
    """Two words for a time in one: "今天下午"."""
    return dictionary().tag(word[:2]) == dictionary().tag(word[2:] or " ") == "t"


def _foreign_tag(word: str) -> str:
    if is_emoji(word) or is_emoticon(word):
        return "SYM"
    if word[0].isdigit():
        return "NUM"
    if not any(letter.isalnum() for letter in word):
        return "SYM" if word[0] in "$￥¥%+=<>^|" else "PUNCT"
    return _LATIN


_FACTS = Memo(_facts)


def _fit(word: str) -> bool:
    return word not in stop_words and word[0].isalnum()


_FITS = Memo(_fit)


def _modifies(words: Sequence[str], tags: Sequence[str], i: int) -> bool:
    return tags[i] == "ADJ" and words[i] not in stop_words
