"""The joint model at work: ``reader("en").read(texts)`` gives a ``ReaderOutput`` of each text.

Texts go through the graph one by one, as they are: nothing is padded, so nothing read beside a text can touch its
result, and no time goes into padding. One thread a process; the engine runs a process a core.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract.emoji_tokens import EmojiTokens, replace_ids
from voxpop.extract.reader_output import Floats
from voxpop.extract.sentence_heads import FILE, sentence_heads
from voxpop.extract.typos import TypoCorrector
from voxpop.extract.windows import cut, join, normalized, sentence_ends
from voxpop.lang import language
from voxpop.lang.full_width import narrow
from voxpop.types import ReaderOutput

if TYPE_CHECKING:
    import onnxruntime

GRAPH, PIECES, CONFIG = "model.onnx", "tokenizer.json", "config.json"
ANSWERS = ("tags", "presence", "polarity", "attention", "stars")
MARKS = ("[CLS]", "[SEP]")
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: no tokenizer takes it


class Reader:
    """A graph, its tokenizer and its config. ``home`` is the folder that errors name."""

    def __init__(
        self, graph: bytes, pieces: bytes, config: bytes, sentences: bytes | None = None, *, home: Path
    ) -> None:
        self.home = home
        self.config: dict[str, Any] = _config(config, home / CONFIG)
        self._language = language(self.config["language"])
        self.categories = sum(len(names) for names in self.config["sets"].values())
        self._tokenizer, self._marks = load_tokenizer(pieces, home / PIECES)
        self._emoji = EmojiTokens(self._tokenizer, self.config["language"])
        self._typos = TypoCorrector(self._tokenizer, self.config["language"])
        self.sentences = None if sentences is None else sentence_heads(sentences, home / FILE)
        self._session = session(graph, home / GRAPH)
        self._run(np.array(self._marks, np.int64), hidden=True)  # so that damage shows before the work begins

    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]:
        """What the model sees in each text, in order. A text without any piece has nothing present and even stars."""
        return [self._read(text, hidden=hidden) for text in texts]

    def _read(self, text: str, *, hidden: bool) -> ReaderOutput:
        text = self._language.normalize(text)
        covered, replacements = self._emoji.replace(narrow(_SURROGATE.sub("\ufffd", text)))
        encoding = self._tokenizer.encode(covered, add_special_tokens=False)
        spans = np.array(encoding.offsets, np.int32).reshape(-1, 2)
        ids = np.array(encoding.ids, np.int64)
        replace_ids(ids, spans, replacements)
        ids, spans = self._typos.correct(covered, encoding.tokens, ids, spans)
        room = int(self.config["window"]) - len(MARKS)
        if not len(ids):
            return self._nothing(hidden=hidden)
        if len(ids) <= room:
            return self._window(ids, spans, hidden=hidden)
        windows = cut(len(ids), sentence_ends(text, spans), room=room, overlap=int(self.config["overlap"]))
        readings = [self._window(ids[low:high], spans[low:high], hidden=hidden) for low, high in windows]
        return join(spans, windows, readings)

    def _window(self, ids: NDArray[np.int64], spans: NDArray[np.int32], *, hidden: bool) -> ReaderOutput:
        first, last = self._marks
        answers = self._run(np.concatenate([[first], ids, [last]]), hidden=hidden)
        return ReaderOutput(
            spans=spans,
            tags=answers["tags"][1:-1],
            presence=answers["presence"],
            polarity=answers["polarity"],
            attention=normalized(answers["attention"][:, 1:-1]),  # what lay on the marks says nothing of a place
            stars=answers["stars"],
            hidden=answers["hidden"][1:-1] if hidden else None,
        )

    def _run(self, ids: NDArray[np.int64], *, hidden: bool) -> dict[str, Floats]:
        """Return the graph's answers, without the axis of the batch."""
        names = [*ANSWERS, "hidden"] if hidden else list(ANSWERS)
        try:
            outputs = self._session.run(names, {"ids": ids[None]})
        except Exception as error:  # the library's errors share no narrower base
            raise AssetError(f"The model cannot be run: {self.home / GRAPH} ({error}).") from None
        answers = {name: array[0] for name, array in zip(names, outputs, strict=True)}
        if answers["presence"].shape != (self.categories,):
            raise AssetError(
                f"{self.home / GRAPH} knows {answers['presence'].size} categories, "
                f"{self.home / CONFIG} names {self.categories}."
            )
        if not all(np.isfinite(array).all() for array in answers.values()):
            raise AssetError(f"The model gives values that are not numbers: {self.home / GRAPH} is damaged.")
        return answers

    def _nothing(self, *, hidden: bool) -> ReaderOutput:
        return ReaderOutput(
            spans=np.empty((0, 2), np.int32),
            tags=np.empty((0, 9), np.float32),
            presence=np.zeros(self.categories, np.float32),
            polarity=np.full((self.categories, 3), 1 / 3, np.float32),
            attention=np.empty((self.categories, 0), np.float32),
            stars=np.full(5, 1 / 5, np.float32),
            hidden=np.empty((0, 2 * int(self.config["width"])), np.float32) if hidden else None,
        )


def reader(lang: str, *, exact: bool = False) -> Reader:
    """Return the reader of a language, loaded and checked once per process; ``exact`` asks for its float32 twin.

    The twin is too large to come with voxpop: export it with ``--exact`` and list it as "reader-en-exact".
    """
    name = f"reader-{lang}-exact" if exact else f"reader-{lang}"
    available = [asset.name for asset in assets.assets(assets.FOLDER) if asset.name.startswith("reader-")]
    if name not in available:
        raise AssetError(
            f"There are no weights {name!r}. There are: {', '.join(available) or 'none of any reader'}. "
            "Write them with python -m research.training.reader.export and list them with python -m "
            "research.add_weights, or open_reader(FOLDER) where they lie."
        )
    return _reader(name, assets.FOLDER)


def has_reader(lang: str) -> bool:
    """Return whether voxpop comes with a reader for this language."""
    return any(asset.name == f"reader-{lang}" for asset in assets.assets(assets.FOLDER))


@cache
def _reader(name: str, folder: Path) -> Reader:
    asset = assets.find(name, folder)
    home = asset.path.parent
    sentences = asset.read(FILE) if FILE in asset.files else None
    return Reader(asset.read(), asset.read(PIECES), asset.read(CONFIG), sentences, home=home)


def open_reader(folder: Path) -> Reader:
    """Return the reader in any folder that ``research.training.reader.export`` wrote."""
    try:
        graph, pieces, config = ((folder / name).read_bytes() for name in (GRAPH, PIECES, CONFIG))
    except OSError as error:
        raise AssetError(
            f"{folder} is no reader: {error.filename} cannot be read ({error.strerror}). Expected are "
            f"{GRAPH}, {PIECES} and {CONFIG}."
        ) from None
    sentences = (folder / FILE).read_bytes() if (folder / FILE).is_file() else None
    return Reader(graph, pieces, config, sentences, home=folder)


def _config(data: bytes, path: Path) -> dict[str, Any]:
    try:
        config: dict[str, Any] = json.loads(data)
        missing = [key for key in ("language", "window", "overlap", "width", "sets") if key not in config]
    except (ValueError, TypeError) as error:
        raise AssetError(f"The config of the reader cannot be read: {path} ({error}).") from None
    if missing:
        raise AssetError(f"The config of the reader does not say {', '.join(missing)}: {path}.")
    return config


def load_tokenizer(data: bytes, path: Path) -> tuple[Tokenizer, tuple[int, int]]:
    try:
        tokenizer = Tokenizer.from_str(data.decode("utf-8"))
    except Exception as error:  # the library raises nothing narrower
        raise AssetError(f"The tokenizer of the reader cannot be read: {path} ({error}).") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True  # a review that says "[SEP]" is only text
    first, last = (tokenizer.token_to_id(mark) for mark in MARKS)
    if first is None or last is None:
        raise AssetError(f"The tokenizer of the reader does not know {' and '.join(MARKS)}: {path}.")
    return tokenizer, (first, last)


def session(graph: bytes, path: Path) -> onnxruntime.InferenceSession:
    """Return an inference session for a graph, on one thread."""
    import onnxruntime  # here, so that reading a file does not load it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_mem_pattern = False  # it would keep a plan for every length there is
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if saturates():
        options.add_session_config_entry("session.x64quantprecision", "1")  # the same weights as u8: slower but right
    slow = ["SkipLayerNormFusion"]  # the fused kernel takes seven times as long as its parts
    try:
        return onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=slow
        )
    except Exception as error:  # the library's errors share no narrower base
        raise AssetError(f"The model cannot be loaded: {path} ({error}).") from None


def saturates() -> bool:
    """Might sums of u8 × s8 products overflow on this processor? Those of x86 without VNNI add them in 16 bits."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    try:
        return "vnni" not in Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:  # no Linux: unknown
        return True
