"""Personal data in a text, covered character for character so that no offset moves.

What is covered: e-mail addresses, telephone numbers, @handles, account names after words such as WhatsApp, and
numbers that stand for one person or order (identity cards, bank cards, anything of nine digits or more). Prices, dates,
years, ranges and model numbers stay. Full-width digits and letters count as plain.
"""

from __future__ import annotations

import re
from collections import Counter
from string import ascii_letters, digits

from voxpop.lang import languages
from voxpop.lang.full_width import plain_table
from voxpop.lang.punctuation import COLONS, FULL_WIDTH_HYPHEN, YEN_SIGNS
from voxpop.lang.scripts import UNSPACED_LETTERS

COVER = "█"
_DIGITS = re.compile(r"\d[\d\-. ()]{5,}\d")  # nothing shorter can be a telephone or card number
_LANGUAGES = [lang.personal_data for lang in languages()]
_ACCOUNT_HINTS = [hint for words in _LANGUAGES for hint in words.ACCOUNT_HINTS]
_ACCOUNT_WORD, _NUMBER_WORD, _OWN_ENDINGS, _OWN_MAILBOX = (
    "|".join(filter(None, (getattr(words, name) for words in _LANGUAGES)))
    for name in ("ACCOUNT", "NUMBER_WORDS", "DOMAIN_ENDINGS", "MAILBOX")
)
_COPULAS = "".join(words.COPULAS for words in _LANGUAGES)
_LABELLED_PHONE = " | ".join(
    rf"(?<=\b{label}[ :])\d{{3}}[-.]\d{{4}}" for words in _LANGUAGES for label in words.PHONE_LABELS
)
_LATIN = r"A-Za-z0-9\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff"
_OTHER = r"\u0370-\u1cff\u3040-\u30ff\uac00-\ud7a3"  # letters of other scripts
_ENDINGS = (  # of domains in other scripts
    "рф|рус|москва|онлайн|сайт|укр|бел|срб|мкд|бг|қаз|мон|ею|ελ|ευ|հայ|გე|한국|닷컴|닷넷|みんな|コム|भारत|ไทย"
)
_EMAIL = re.compile(
    rf"(?<![\w.+{_LATIN}-])[{_LATIN}._%+-]{{1,64}}@(?:[{_LATIN}-]{{1,63}}\.){{1,6}}[A-Za-z]{{2,24}}"
    rf"|(?:[{_LATIN}._%+-]{{1,64}}|{_OWN_MAILBOX}|[\u0370-\u1cff\uac00-\ud7a3._]{{1,64}})@"
    rf"(?:[{_LATIN}{_OTHER}{UNSPACED_LETTERS}-]{{1,63}}\.){{1,6}}(?:[A-Za-z]{{2,24}}|{_OWN_ENDINGS}|{_ENDINGS})",
    re.ASCII,
)
_HANDLE = re.compile(r"(?<![A-Za-z0-9_@])@(?=[^\W\d])[\w.]{1,29}\w")
_ACCOUNT = re.compile(
    rf"(?:{_ACCOUNT_WORD})(?:\s*(?:{_NUMBER_WORD}))?(?P<mark>\s*[{COLONS}{_COPULAS}]?\s*)"
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9_-]{4,29})",
    re.I,
)
_PHONE = re.compile(
    rf"(?<![\d.$€£{YEN_SIGNS}/-])"
    r"""(?:
      (?:\+?86[-\s]?)?1[3-9]\d[-\s]?\d{4}[-\s]?\d{4}            # Chinese mobile
    | (?:\(0\d{2,3}\)|0\d{2,3}[-\s])\s?\d{7,8}                   # Chinese landline
    | [48]00[-\s]?\d{3,4}[-\s]?\d{3,4}                           # service numbers
    | (?:\+?1[-.\s]?)?(?:\(\d{3}\)\s?|\d{3}[-.\s])\d{3}[-.\s]\d{4}   # North American
    | \+\d{1,3}(?:[-.\s]?\(?\d{1,4}\)?){2,6}                     # international
    | 0\d{2,4}[-\s]\d{3,4}[-\s]\d{3,4}                           # British and alike
    | 0\d(?:[-.\s]\d{2}){4}                                      # French and alike
    | """
    + _LABELLED_PHONE
    + r"""
    )(?![\d%]|[.-]\d|,\d{3}(?!\d))""",
    re.X | re.I,
)
_NUMBER = re.compile(r"(?<![\d.])(?:\d{17}[\dXx]|\d{4}(?P<gap>[- ])\d{4}(?P=gap)\d{4}(?P=gap)\d{1,7}|\d{9,})(?![\d])")
_PLAIN_CELL = re.compile(r"[\w.:/-]*", re.ASCII)
_FULL_WIDTH = plain_table(ascii_letters + digits + "+()_.@ ")
_DASH = re.compile(rf"(?<=\d)[{FULL_WIDTH_HYPHEN}–—‐‑−](?=\d)")


def is_plain(cell: str) -> bool:
    """Whether a cell of a column is one word, number, version or date, in which nothing is covered."""
    return _PLAIN_CELL.fullmatch(cell) is not None


def mask(text: str) -> tuple[str, Counter[str]]:
    """The text with personal data covered, and how many of each kind there were. The length never changes."""
    if text.isascii():
        return _masked(text)
    covered, counts = _masked(_DASH.sub("-", text.translate(_FULL_WIDTH)))
    if not counts:
        return text, counts
    return "".join(COVER if new == COVER else old for old, new in zip(text, covered, strict=True)), counts


def _masked(text: str) -> tuple[str, Counter[str]]:
    counts: Counter[str] = Counter()
    addressed = "@" in text
    if addressed:
        text = _cover(_EMAIL, text, "email", counts)
    lower = text.lower()
    if any(label in lower for label in _ACCOUNT_HINTS):
        text = _cover(_ACCOUNT, text, "account", counts)
    if _DIGITS.search(text):
        text = _cover(_PHONE, text, "phone", counts)
        text = _cover(_NUMBER, text, "number", counts)
    if addressed:
        text = _cover(_HANDLE, text, "handle", counts)
    return text, counts


def _cover(pattern: re.Pattern[str], text: str, kind: str, counts: Counter[str]) -> str:
    def covered(match: re.Match[str]) -> str:
        hidden = len(match[0])
        if kind == "account":
            hidden = len(match["name"])
            # an account name has a digit in it or is announced by a colon: "WeChat payments" is none
            if not any(map(str.isdigit, match["name"])) and not any(colon in match["mark"] for colon in COLONS):
                return match[0]
        counts[kind] += 1
        return match[0][: len(match[0]) - hidden] + COVER * hidden

    return pattern.sub(covered, text)
