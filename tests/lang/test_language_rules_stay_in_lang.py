"""Words, patterns and branches of a language live in ``voxpop/lang/<code>``, under the same names in each folder."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, is_dataclass
from inspect import get_annotations
from pathlib import Path
from typing import get_type_hints

import pytest

import voxpop
from voxpop.lang import LANGUAGES, Language, language, protocols
from voxpop.lang.data import read_toml

PACKAGE = Path(voxpop.__file__).parent
LANG = PACKAGE / "lang"
HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
WIDE = re.compile("[\u3000-\u303f\uff00-\uffef]")  # CJK punctuation, full-width forms: see lang/punctuation.py
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
DATA = {".txt", ".tsv", ".toml", ".json", ".csv"}  # data files that could hold words of a language
ELSEWHERE = ("lang", "weights", "examples")
WORD_TABLES = {name: shape for name, shape in get_type_hints(Language).items() if is_dataclass(shape)}


def product_files() -> list[Path]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if path.relative_to(PACKAGE).parts[0] != "lang"]


def problems(path: Path) -> list[str]:
    """Return what a file knows about a language, each with its line."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    codes = [f"{node.lineno}: {node.value!r}" for node in constants if node.value in LANGUAGES]
    escapes = [f"{node.lineno}: {node.value[:40]!r}" for node in constants if is_of_a_language(str(node.value))]
    lines = [f"{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if is_of_a_language(line)]
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    folders = [
        f"imports {name}" for name in modules if f"{name}.".startswith(tuple(f"voxpop.lang.{x}." for x in LANGUAGES))
    ]
    return [*codes, *escapes, *lines, *folders]


def is_of_a_language(text: str) -> bool:
    """Return whether a text has Chinese characters or marks, as they are or as escapes of a regular expression."""
    plain = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return bool(HAN.search(plain) or WIDE.search(plain))


@pytest.mark.parametrize("path", product_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_outside_lang_knows_a_language(path: Path) -> None:
    assert not problems(path)


def test_chinese_marks_and_letters_are_noticed() -> None:
    assert all(map(is_of_a_language, ["、", "【", "！", "\u3000", r"[\uff0c]", "好", r"[\u4e00-\u9fff]"]))
    assert not any(map(is_of_a_language, [",;:.!?", "“”…—", "é", r"[\u3040-\u30ff]", r"\ufe0f"]))


def test_no_data_file_outside_lang_holds_words_of_a_language() -> None:
    paths = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in DATA]
    paths = [path for path in paths if path.relative_to(PACKAGE).parts[0] not in ELSEWHERE]
    assert not [path for path in paths if holds_words(path)]


def holds_words(path: Path) -> bool:
    named = set(path.relative_to(PACKAGE).with_suffix("").parts) | set(re.split(r"[-_.]", path.stem))
    return bool(HAN.search(path.read_text("utf-8")) or named & set(LANGUAGES))


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_file_of_words_holds_nothing_that_is_not_used(code: str) -> None:
    for name, shape in WORD_TABLES.items():
        assert set(read_toml(code, f"{name}.toml")) == {field.name.lower() for field in fields(shape)}


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_language_has_every_module_and_no_other_but_what_those_need(code: str) -> None:
    paths = [path for path in (LANG / code).glob("*.py") if path.stem != "__init__"]
    promised = set(get_annotations(Language)) - set(WORD_TABLES)
    own = {path.stem for path in paths} - promised
    texts = [path.read_text("utf-8") for path in paths]
    assert promised <= {path.stem for path in paths}
    assert {
        name for name in own if not any(f"from voxpop.lang.{code}.{name} import" in text for text in texts)
    } == set()


@pytest.mark.parametrize("name", sorted(get_annotations(Language)))
@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_module_has_every_name_of_its_protocol(code: str, name: str) -> None:
    part = getattr(language(code), name)
    assert promised_names(name), f"the protocol of {name} is empty"
    assert {member for member in promised_names(name) if not hasattr(part, member)} == set()


def promised_names(module: str) -> set[str]:
    """Return the names that the protocol of a module promises."""
    protocol = getattr(protocols, get_annotations(Language)[module].removeprefix("protocols."))
    return {member for member in vars(protocol) | get_annotations(protocol) if not member.startswith("_")}


@pytest.mark.parametrize("name", sorted(get_annotations(Language)))
def test_every_name_of_a_protocol_is_used(name: str) -> None:
    """Outside its module; a module that others of its language import is a part of them, and may be all they need."""
    own = [LANG / code / f"{name}.py" for code in LANGUAGES]
    others = [path for path in PACKAGE.rglob("*.py") if path not in own and path != LANG / "protocols.py"]
    texts = [path.read_text("utf-8") for path in others]
    if any(f"from voxpop.lang.{code}.{name} import" in text for code in LANGUAGES for text in texts):
        return
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    words |= set(re.findall(r"self\.(\w+)", (LANG / "protocols.py").read_text("utf-8")))
    assert promised_names(name) - words == set()


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_data_file_is_read(code: str) -> None:
    texts = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    listed = {f"stop-{name}.txt" for name in language(code).stems.STOP_LISTS}
    listed |= {f"{name}.toml" for name in WORD_TABLES}
    names = {path.name for path in (LANG / code / "data").iterdir()} - listed
    assert {name for name in names if not any(name in text for text in texts)} == set()
