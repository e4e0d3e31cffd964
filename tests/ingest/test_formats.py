from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from voxpop.errors import InputError, OptionError

Given = Callable[..., Any]


@pytest.mark.parametrize(
    ("name", "content", "format_"),
    [
        ("x.csv", "text\nGood food\n", "csv"),
        ("x.tsv", "text\tstars\nGood food\t5\n", "tsv"),
        ("x", "text,stars\nGood food,5\nBad,1\n", "csv"),
        ("x.data", "text\tstars\nGood food\t5\n", "tsv"),
        ("x", '[{"text": "Good food"}]', "json"),
        ("x", '{"text": "Good food"}\n{"text": "Bad food"}\n', "jsonl"),
        ("x", "Good food\nBad food\n", "txt"),
        ("x.txt", "Good food, really\n", "txt"),
        ("x.txt", "review\trating\nGood food\t5\n", "tsv"),
        ("x.ndjson", '{"text": "Good food"}', "jsonl"),
    ],
)
def test_by_name_then_by_content(given: Given, name: str, content: str, format_: str) -> None:
    assert given(name, content).choice.format == format_


def test_the_format_asked_for_wins(given: Given) -> None:
    found = given("x.csv", "Good, cheap\nBad, dear\n", format="txt")
    assert found.texts == ["Good, cheap", "Bad, dear"]


def test_an_unknown_format_lists_those_there_are(given: Given) -> None:
    with pytest.raises(OptionError, match=r"Did you mean 'jsonl'\? Accepted: csv, json, jsonl, parquet, tsv"):
        given("x.csv", "text\nGood\n", format="jsnl")


@pytest.mark.parametrize("name", ["x", "x.csv"])
@pytest.mark.parametrize(
    "content",
    [
        b"\x7fELF\x02\x01\x01" + bytes(500),
        b"MZ\x90\0" + bytes(range(256)) * 4,
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.7",
        bytes(5000),
        b'<?xml version="1.0"?><reviews><review>Good food</review></reviews>',
        "text,stars\nGood food,5\n".encode("utf-16-le"),
    ],
)
def test_programs_and_pictures_are_refused(given: Given, name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=r"not a file of reviews\. Accepted: CSV"):
        given(name, content)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n\n\n", b"  \r\n"])
@pytest.mark.parametrize("name", ["x.csv", "x.jsonl", "x.json", "x.txt", "x"])
def test_an_empty_file_is_refused(given: Given, name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=r"is empty|holds no"):
        given(name, content)


def test_an_analysis_is_no_file_of_reviews(given: Given) -> None:
    with pytest.raises(InputError, match="an analysis already"):
        given("x.voxpop", bytes(8) + b"DUCK" + bytes(400))
