"""Whether words of a review say the same without the words around them."""

from __future__ import annotations

from voxpop.lang import language
from voxpop.lang.punctuation import QUESTION_MARKS

AROUND = 40  # characters before and after the words that tell whether they say the same without them
DENIED = 4  # words from a negation to those that it turns around
GOES_ON = {
    (last, following) for last in ("ADV", "NOUN", "PROPN", "PRON") for following in ("AUX", "VERB")
}  # tags of words


def stands_alone(before: str, text: str, after: str, lang: str) -> bool:
    """Return whether a text says the same without what stands before and after it.

    It must begin and end where a word does, end where a phrase ends (not "lots of", or "management has always" before a
    verb), stand in no question, and have no negation before it ("I cannot think of any" before "features that need
    improvement").
    """
    if begins_inside_word(before[-2:], text, lang):
        return False
    here, first = language(lang), len(before)
    end = first + len(text)
    (sentences,) = here.parse([before + text + after])
    for sentence in sentences:
        words = [token for token in sentence.tokens if token.start < end and token.end > first]
        if not words or words[-1].end < end:
            continue
        earlier = [token for token in sentence.tokens if token.end <= first]
        following = next((token for token in sentence.tokens if token.start >= end), None)
        goes_on = following is not None and (words[-1].tag, following.tag) in GOES_ON
        is_denied = any(token.text.lower() in here.negation.NEGATORS for token in earlier[-DENIED:])
        is_asked = sentence.tokens[-1].text[-1] in QUESTION_MARKS
        is_open = words[-1].tag in here.key_point_rules.OPEN_END or words[-1].end > end
        return not (goes_on or is_denied or is_asked or is_open)
    return False


def begins_inside_word(before: str, text: str, lang: str) -> bool:
    """Whether a text begins in the middle of a word; with spaces between words, no reader's span does."""
    if not before or language(lang).script.IS_SPACED:
        return False
    (sentences,) = language(lang).parse([before + text])
    return any(token.start < len(before) < token.end for sentence in sentences for token in sentence.tokens)
