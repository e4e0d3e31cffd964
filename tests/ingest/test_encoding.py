from __future__ import annotations

import io

import pytest

from voxpop.errors import EncodingError, OptionError
from voxpop.ingest.encoding import MAX_LINE, UNREADABLE, find_encoding, guess, lines
from voxpop.ingest.streams import Stream

CHINESE = "评论,评分\n这家餐厅的味道非常好，服务也很热情，下次还会再来。\n房间很干净，但是隔音不好\n"
TRADITIONAL = "評論,評分\n這家餐廳的味道非常好，服務也很熱情，下次還會再來。\n房間很乾淨，但是隔音不好\n"
FRENCH_ISH = "text,stars\nThe café’s crème brûlée was “naïve” — £5 well spent\nJalapeño soufflé, très bien\n"
ENGLISH = "text,stars\nThe room was clean and quiet\n"


def stream(data: bytes) -> Stream:
    return Stream.of("reviews.csv", io.BytesIO(data))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "gb18030"),
        (CHINESE, "gbk"),
        (CHINESE, "utf-16"),
        (TRADITIONAL, "big5"),
        (TRADITIONAL, "utf-8"),
        (FRENCH_ISH, "cp1252"),
        (FRENCH_ISH, "utf-8"),
        ("text\nun café crème à Orléans\n", "latin-1"),
        (ENGLISH, "ascii"),
        (ENGLISH, "utf-16"),
        (ENGLISH, "utf-32"),
        ("好吃\n难吃\n", "gb18030"),
        ("text\n好吃 good food and friendly people\n", "gb18030"),
    ],
)
def test_finds_the_encoding(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    found = guess(data)
    assert data.decode(found) == text


def test_a_character_cut_in_two_at_the_end_of_what_is_looked_at_does_no_harm() -> None:
    data = CHINESE.encode()
    assert {guess(data[:end]) for end in range(20, len(data))} == {"utf-8"}


def test_a_few_damaged_bytes_do_not_turn_utf8_into_something_else() -> None:
    data = (CHINESE * 20).encode() + b"\xff\xfe broken \x80\n"
    found = stream(data)
    assert guess(data) == "utf-8"
    marked = [line for line in lines(found, "utf-8") if UNREADABLE in line.text]
    assert [line.number for line in marked] == [61]


def test_the_encoding_asked_for_is_taken_if_it_fits() -> None:
    assert find_encoding(stream(CHINESE.encode("gbk")), wanted="GBK") == "gbk"
    assert find_encoding(stream(b"\xef\xbb\xbftext\n"), wanted="utf-8") == "utf-8-sig"
    assert find_encoding(stream(CHINESE.encode("utf-16-le")), wanted="utf-16-le") == "utf-16-le"


def test_a_wrong_encoding_is_refused_with_place_and_advice() -> None:
    with pytest.raises(EncodingError, match=r"reviews\.csv is not utf-8: byte 0 \(line 1\).*--encoding gb18030"):
        find_encoding(stream(CHINESE.encode("gbk")), wanted="utf-8")


def test_an_unknown_encoding_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="Unknown encoding 'utf-9'"):
        find_encoding(stream(b"text"), wanted="utf-9")


@pytest.mark.parametrize("name", ["hex", "base64", "rot13", "idna", "undefined"])
def test_codecs_that_are_no_text_encodings_are_refused(name: str) -> None:
    with pytest.raises(OptionError):
        find_encoding(stream(b"text"), wanted=name)


def test_lines_keep_their_ends_and_numbers() -> None:
    found = list(lines(stream(b"a\nb\r\nc\rd"), "utf-8"))
    assert [(line.number, line.text) for line in found] == [(1, "a\n"), (2, "b\r\n"), (3, "c\r"), (4, "d")]


def test_a_line_that_never_ends_is_cut_and_the_next_one_read() -> None:
    found = list(lines(stream(b"x" * (2 * MAX_LINE + 5) + b"\nnext\n"), "utf-8"))
    assert [(line.number, line.cut) for line in found] == [(1, True), (2, False)]
