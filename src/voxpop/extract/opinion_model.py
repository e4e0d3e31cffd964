"""The opinion model at work: ``opinion_model("en").read(text)`` gives the scores of every head for one text.

A text goes through the graph alone and unpadded, so nothing beside it can touch its result. A long one is read in
windows of whole sentences. Characters are normalised one for one before they are cut into tokens, so that every span
counts characters of the text as given.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract.heads import sigmoid, softmax
from voxpop.extract.opinion_decoding import Floats, Thresholds, TokenScores
from voxpop.extract.windows import cut, sentence_ends
from voxpop.lang import Language, language
from voxpop.lang.full_width import narrow
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import IDEOGRAPHS

if TYPE_CHECKING:
    import onnxruntime

GRAPH, PIECES, CONFIG = "model.onnx", "tokenizer.json", "config.json"
MEANING, FINE = "meaning.safetensors", "fine.safetensors"
MARKS = ("[CLS]", "[SEP]")
OUTPUTS = ("tokens_out", "links", "stars_out", "domains_out", "fine")
HEADS = {"target": 3, "evidence": 3, "polarity": 5, "fact": 1, "comparison": 3, "rival": 3}  # scores of each token
NEEDED = ("language", "window", "heads", "categories", "about", "directions", "domains", "names")
MOST_CHUNKS = 50_000  # that are remembered
_MARKS = r"!-/:-@\[-`{-~"  # the inside of a character class: of ASCII, tokenizers take each by itself
_CHUNK = re.compile(rf"[{IDEOGRAPHS}]|[^ \n{_MARKS}{IDEOGRAPHS}]+ ?|[{_MARKS}]+ ?|[ \n]+")  # no token goes beyond one
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: no tokenizer takes it


class ComparisonScores(NamedTuple):
    """Probabilities for each token: words of a comparison, how the product fares, and the name of its rival."""

    words: Floats  # (Z, 3): outside, begin, inside
    direction: Floats  # (Z, 4)
    rival: Floats  # (Z, 3)


class TextScores(NamedTuple):
    """What the model says of one text. ``windows`` and ``comparisons`` hold one entry for each window."""

    windows: tuple[TokenScores, ...]
    comparisons: tuple[ComparisonScores, ...]
    stars: Floats  # (5,) P(1 star) … P(5 stars)
    domains: Floats  # (domains,)
    fine: Floats  # (fine categories, 4): present; if so, negative, neutral, positive
    hidden: Floats | None = None  # (tokens, 2 × width): an early and the last hidden state, where they were asked for


class ChunkPieces(NamedTuple):
    """The tokens of a stretch of text, and where each starts and ends in it, as the bytes of arrays."""

    size: int
    ids: bytes  # int64
    offsets: bytes  # int32


class OpinionModel:
    """A graph, its tokenizer and its config. ``home`` is the folder that errors name.

    ``meaning`` is the file of ``statement_vectors.py`` and ``fine`` that of ``fine_categories.py``, if there are
    any.
    """

    def __init__(
        self,
        graph: bytes,
        pieces: bytes,
        config: bytes,
        *,
        home: Path,
        meaning: bytes | None = None,
        fine: bytes | None = None,
    ) -> None:
        self.home, self.meaning, self.fine = home, meaning, fine
        self.config = _config(config, home / CONFIG)
        self.categories: tuple[str, ...] = tuple(self.config["categories"])
        self._tokenizer: Tokenizer
        self._tokenizer, self._marks = load_tokenizer(pieces, home / PIECES)
        self._pieces = Memo(self._cut, limit=MOST_CHUNKS)
        self._language = language(self.config["language"])
        widths: dict[str, int] = self.config["heads"]
        ends = list(accumulate(widths.values()))
        self._heads = {name: slice(end - widths[name], end) for name, end in zip(widths, ends, strict=True)}
        self._widths, self._firsts = list(widths.values()), [0, *ends[:-1]]
        self.thresholds = Thresholds(**self.config.get("thresholds", {}))
        self._session = session(graph, home / GRAPH)
        nothing = self._window(np.zeros(0, np.int64), hidden=True)
        self.width = nothing["hidden"].shape[-1] // 2
        self._check_config(nothing)  # before the work begins

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        """Return the scores of every head for a text."""
        return self.read_all([text], hidden=hidden)[0]

    def read_all(self, texts: Sequence[str], *, hidden: bool = False) -> list[TextScores]:
        """Return the scores of every head for each text.

        One step is done for all texts before the next: the graph is quicker where nothing else uses the cache.
        """
        room = int(self.config["window"]) - len(self._marks)
        tokens = [self._tokens(normalized(text, self._language)) for text in texts]
        windows = [
            cut(len(ids), sentence_ends(text, spans), room=room) if len(ids) > room else [(0, len(ids))]
            for text, (ids, spans) in zip(texts, tokens, strict=True)
        ]
        answers = [
            self._window(ids[low:high], hidden=hidden)
            for (ids, _), cuts in zip(tokens, windows, strict=True)
            for low, high in cuts
        ]
        heads = self._head_scores(answers)
        stars, domains = (softmax(np.stack([each[name] for each in answers])) for name in ("stars_out", "domains_out"))
        fine = np.stack([each["fine"] for each in answers])
        fine = np.concatenate([sigmoid(fine[..., :1]), softmax(fine[..., 1:])], axis=-1)
        scores: list[TextScores] = []
        last = 0
        for (_, spans), cuts in zip(tokens, windows, strict=True):
            own = slice(last, last := last + len(cuts))
            lengths = np.array([max(high - low, 1) for low, high in cuts], np.float32)
            weights = lengths / lengths.sum()
            cut_spans = (spans[low:high] for low, high in cuts)
            scores.append(
                TextScores(
                    tuple(map(self._token_scores, heads[own], answers[own], cut_spans)),
                    tuple(
                        ComparisonScores(each["comparison"], each["direction"], each["rival"]) for each in heads[own]
                    ),
                    weights @ stars[own],
                    weights @ domains[own],
                    _fine(fine[own]),
                    joined([answer["hidden"][1:-1] for answer in answers[own]]) if hidden else None,
                )
            )
        return scores

    def _tokens(self, text: str) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the tokens of a text and their characters. What stands between spaces or marks is remembered."""
        chunks = _CHUNK.findall(text)
        pieces = list(map(self._pieces.__getitem__, chunks))
        counts, ids, offsets = zip(*pieces, strict=True) if pieces else ((), (), ())
        starts = np.cumsum([0, *map(len, chunks)], dtype=np.int32)[:-1]
        spans = np.frombuffer(b"".join(offsets), np.int32).reshape(-1, 2) + np.repeat(starts, counts)[:, None]
        return np.frombuffer(b"".join(ids), np.int64), spans

    def _cut(self, chunk: str) -> ChunkPieces:
        encoding = self._tokenizer.encode(chunk, add_special_tokens=False)
        ids, offsets = np.array(encoding.ids, np.int64), np.array(encoding.offsets, np.int32)
        return ChunkPieces(len(ids), ids.tobytes(), offsets.tobytes())

    def _check_config(self, answer: dict[str, Floats]) -> None:
        """Raise an error if the labels in the config are not those that the graph has scores for."""
        widths: dict[str, int] = self.config["heads"]
        labels = {"category": "categories", "about": "about", "direction": "directions"}
        expected = {**HEADS, **{head: len(self.config[name]) for head, name in labels.items()}}
        sizes = (sum(widths.values()), len(self.config["domains"]))
        found = (answer["tokens_out"].shape[-1], answer["domains_out"].shape[-1])
        if any(widths.get(head) != width for head, width in expected.items()) or sizes != found:
            raise AssetError(f"The config of the opinion reader does not fit its graph: {self.home / CONFIG}.")

    def _window(self, ids: NDArray[np.int64], *, hidden: bool = False) -> dict[str, Floats]:
        """Return the outputs of the graph. It can be told of names; it reads as well without (research/log)."""
        first, last = self._marks
        wanted = [*OUTPUTS, "hidden"] if hidden else OUTPUTS
        inputs = {"ids": np.concatenate([[first], ids, [last]])[None], "names": np.zeros((1, len(ids) + 2), np.int64)}
        try:
            outputs = self._session.run(wanted, inputs)
        except Exception as error:  # the library's errors share no narrower base
            raise AssetError(f"The model cannot be run: {self.home / GRAPH} ({error}).") from None
        answers = {name: array[0] for name, array in zip(wanted, outputs, strict=True)}
        if not all(np.isfinite(answers[name].sum()) for name in OUTPUTS):  # all of them depend on the hidden states
            raise AssetError(f"The model gives values that are not numbers: {self.home / GRAPH} is damaged.")
        return answers

    def _head_scores(self, answers: Sequence[dict[str, Floats]]) -> list[dict[str, Floats]]:
        """Return the probabilities of each head for each token of each window, without the marks.

        They are a softmax over the head's own scores.
        """
        of_windows = [answer["tokens_out"][1:-1] for answer in answers]
        scores = np.concatenate(of_windows).T.copy()  # (scores, tokens): quick to add up head by head
        raised = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self._firsts), self._widths, axis=0))
        raised /= np.repeat(np.add.reduceat(raised, self._firsts), self._widths, axis=0)
        raised[self._heads["fact"]] = sigmoid(scores[self._heads["fact"]])
        bounds = accumulate(map(len, of_windows), initial=0)
        return [
            {name: raised[rows, low:high].T for name, rows in self._heads.items()} for low, high in pairwise(bounds)
        ]

    def _token_scores(
        self, heads: dict[str, Floats], answer: dict[str, Floats], spans: NDArray[np.int32]
    ) -> TokenScores:
        of_tokens = {name: heads[name] for name in ("target", "evidence", "polarity", "category", "about")}
        links = sigmoid(answer["links"][1:-1, 1:-1])
        return TokenScores(spans=spans, fact=heads["fact"][:, 0], links=links, **of_tokens)


def joined(arrays: Sequence[Floats]) -> Floats:
    """Return arrays one after the other; one alone is not copied."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def normalized(text: str, spoken: Language) -> str:
    """Return a text as the tokenizer gets it: each character by itself, so that spans stay."""
    return narrow(_SURROGATE.sub("\ufffd", spoken.normalize(text)))


def weights_name(lang: str, *, fast: bool = False) -> str:
    """Return the name of the weights of a language: those of the full reader, or of the small one."""
    return f"{'fast' if fast else 'reader'}-{lang}"


def has_opinion_model(lang: str, *, fast: bool = False) -> bool:
    """Return whether voxpop comes with a model for this language."""
    return any(asset.name == weights_name(lang, fast=fast) for asset in assets.assets(assets.FOLDER))


def opinion_model(lang: str, *, fast: bool = False) -> OpinionModel:
    """Return the model of a language, loaded and checked once in each process."""
    return _opinion_model(weights_name(lang, fast=fast), assets.FOLDER)


@cache
def _opinion_model(name: str, folder: Path) -> OpinionModel:
    asset = assets.find(name, folder)
    meaning, fine = (asset.read(name) if name in asset.files else None for name in (MEANING, FINE))
    needed = (asset.read(), asset.read(PIECES), asset.read(CONFIG))
    return OpinionModel(*needed, home=asset.path.parent, meaning=meaning, fine=fine)


def open_opinion_model(folder: Path) -> OpinionModel:
    """Return the model in a folder that ``research.training.opinions.export`` wrote."""
    try:
        graph, pieces, config = ((folder / name).read_bytes() for name in (GRAPH, PIECES, CONFIG))
    except OSError as error:
        raise AssetError(
            f"{folder} holds no opinion reader: {error.filename} cannot be read ({error.strerror}). Expected are "
            f"{GRAPH}, {PIECES} and {CONFIG}."
        ) from None
    beside = (folder / MEANING, folder / FINE)
    meaning, fine = (path.read_bytes() if path.is_file() else None for path in beside)
    return OpinionModel(graph, pieces, config, home=folder, meaning=meaning, fine=fine)


def category_weights(scores: TextScores) -> Floats:
    """Return how likely each token is part of an opinion on each category: (tokens, categories)."""
    weights: Floats = np.concatenate(
        [
            window.category * np.maximum(1 - window.target[:, :1], 1 - window.evidence[:, :1])
            for window in scores.windows
        ]
    )
    return weights


def category_presence(scores: TextScores) -> Floats:
    """Return how likely a text speaks of each category: as much as its most likely token."""
    presence: Floats = category_weights(scores).max(0, initial=0.0)
    return presence


def _fine(chances: Floats) -> Floats:
    """Return fine categories over windows: present as much as where it is most, with the mean sign of where it is."""
    present = np.maximum(chances[..., :1], 1e-6)
    signs = (present * chances[..., 1:]).sum(0) / present.sum(0)
    fine: Floats = np.concatenate([present.max(0), signs], axis=-1)
    return fine


def _config(data: bytes, path: Path) -> dict[str, Any]:
    try:
        config: dict[str, Any] = json.loads(data)
        missing = [key for key in NEEDED if key not in config]
    except (ValueError, TypeError) as error:
        raise AssetError(f"The config of the opinion reader cannot be read: {path} ({error}).") from None
    if missing:
        raise AssetError(f"The config of the opinion reader does not say {', '.join(missing)}: {path}.")
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
