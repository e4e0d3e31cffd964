"""Open a reader to be measured: an asset by its name, an exported folder, or a checkpoint, which is exported first."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from research.training.reader.export import export
from voxpop.errors import AssetError, InputError, OptionError, OutputError
from voxpop.extract.reader import CONFIG, GRAPH, Reader, open_reader, reader
from voxpop.extract.sentence_heads import FILE as SENTENCES
from voxpop.extract.terms import TermTagger, term_tagger
from voxpop.types import ReaderOutput

ASSETS = ("reader-en", "reader-zh")
SHARE = 50  # texts that a process takes at a time
CHOSEN = ("present", "term", "opinion", "stars")  # what ``tune`` writes into a config


class Looking:
    """A reader with the second look at its terms: what ``analyze`` reads with."""

    def __init__(self, reader: Reader, terms: TermTagger) -> None:
        self.reader, self.terms = reader, terms
        self.config: dict[str, Any] = {**reader.config, "term": terms.threshold}

    def read(self, texts: Sequence[str]) -> list[ReaderOutput]:
        readings = self.reader.read(texts, hidden=True)
        return [self.terms(reading, text)._replace(hidden=None) for reading, text in zip(readings, texts, strict=True)]


def opened(name: str, *, exact: bool = False) -> Reader | Looking:
    """The reader of that name. ``exact`` asks for float32: an asset's twin, or a checkpoint not quantised.

    An asset comes with the second look that is shipped beside it; a folder is the reader alone.
    """
    folder = Path(name)
    if (folder / GRAPH).is_file():
        return open_reader(folder)
    if folder.is_dir():
        return open_reader(exported(folder, exact=exact))
    if name in ASSETS:
        found, look = reader(lang := name.removeprefix("reader-"), exact=exact), term_tagger(lang)
        return found if look is None or exact else Looking(found, look)
    raise AssetError(f"There is no reader {name!r}. Accepted: {', '.join(ASSETS)}, or a folder with {GRAPH} or with "
                     "the weights of a checkpoint.")  # fmt: skip


def exported(checkpoint: Path, *, exact: bool) -> Path:
    """The folder of a checkpoint that holds its graph: written once, since choosing how to round takes a while."""
    home = checkpoint / ("float32" if exact else "int8")
    weights = [path.stat().st_mtime for path in checkpoint.glob("weights*.safetensors")]
    if not (home / GRAPH).is_file() or max(weights, default=0.0) > (home / GRAPH).stat().st_mtime:
        export(checkpoint, home, exact=exact)
    for name in (CONFIG, SENTENCES):  # thresholds may have been chosen since
        if (checkpoint / name).is_file() and not same(checkpoint / name, home / name):
            shutil.copyfile(checkpoint / name, home / name)
    return home


def same(one: Path, other: Path) -> bool:
    """What is the same is not written again: another process may be reading it."""
    return other.is_file() and one.read_bytes() == other.read_bytes()


class Parallel:
    """The same reader in several processes, each with a share of the texts. Attention is left behind: it is most of a
    reading, and no figure needs it."""

    def __init__(self, name: str, *, exact: bool = False, jobs: int) -> None:
        self.jobs = jobs
        self.config = opened(name, exact=exact).config
        fresh = get_context("spawn")  # a fork would inherit the locks of the threads of the reader just opened
        self.pool = ProcessPoolExecutor(jobs, mp_context=fresh, initializer=_begin, initargs=(name, exact))

    def read(self, texts: Sequence[str]) -> list[ReaderOutput]:
        shares = [texts[first : first + SHARE] for first in range(0, len(texts), SHARE)]
        return [reading for share in self.pool.map(_read, shares) for reading in share]


_own: list[Reader | Looking] = []  # of a worker


def _begin(name: str, exact: bool) -> None:
    _own.append(opened(name, exact=exact))


def _read(texts: Sequence[str]) -> list[ReaderOutput]:
    return [slim(reading) for reading in _own[0].read(texts)]


def slim(reading: ReaderOutput) -> ReaderOutput:
    return reading._replace(attention=reading.attention[:, :0])


def unspoilt(config: Mapping[str, Any], name: str) -> None:
    """An error where a reader has learnt the dev sets, which can then choose nothing."""
    training = config.get("training", {})
    if training.get("with_dev") or training.get("categories", {}).get("with_dev"):
        raise OptionError(f"{name} was trained on the dev sets too, so they cannot choose its thresholds. Take them "
                          "from a seed trained without: --knobs FOLDER.")  # fmt: skip


def write_knobs(folder: Path, chosen: Mapping[str, Any]) -> None:
    """Put what was chosen into the config.json of a folder."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"Thresholds go into the config.json of a reader's folder, and {path} cannot be read "
                         f"({error}).") from None  # fmt: skip
    config.update({key: chosen[key] for key in CHOSEN if key in chosen})
    try:
        path.write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise OutputError(f"Thresholds cannot be written to {path}: {error.strerror}.") from None


def read_knobs(folder: Path) -> dict[str, Any]:
    """What was chosen for the reader of a folder."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read ({error}). Expected is the folder of a tuned reader.") from None
    return {key: config[key] for key in CHOSEN if key in config}
