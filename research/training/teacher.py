"""A large tagger that labels reviews for the small one: ``python -m research.training.teacher --help``.

A sentence encoder (all-MiniLM-L6-v2, a folder as ``transformers`` saves it) is fine-tuned on UD-EWT together with the
features of the small network, because the encoder reads no capitals. Two of them vote. The reviews they label are those
whose terms let us ship what was learned from them.
"""

from __future__ import annotations

import argparse
import csv
import html
import io
import lzma
import random
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

from research.commands import says_errors
from research.training.tagger import TaggerBatch, TaggerInput, TaggerRecipe, TorchTagger, batches, prepare
from research.training.treebank import Tagged, read, write_labelled
from voxpop.lang.en.sentence_ends import boundaries
from voxpop.lang.en.tokens import tokens

RECIPE = TaggerRecipe(width=128, words_a_step=700, epochs=6, dropout=0.35, forget=0.15)
RATES = (8e-5, 2e-3)  # of the encoder, of the rest
MOST = 40_000  # sentences from one source

# --- reviews


def reviews(data: Path) -> Iterator[list[str]]:
    """The texts of each source: clothing (CC0), Opinosis and MAMS (Apache-2.0), FewSum (MIT)."""
    with lzma.open(data / "womens-clothing" / "reviews.csv.xz", "rt", encoding="utf-8") as lines:
        yield [row["Review Text"] for row in csv.DictReader(lines) if row["Review Text"].strip()]
    with zipfile.ZipFile(data / "opinosis" / "OpinosisDataset1.0_0.zip") as archive:
        names = [name for name in archive.namelist() if "topics" in name and name.endswith(".data")]
        yield [line for name in names for line in archive.read(name).decode("latin-1").splitlines() if line.strip()]
    with lzma.open(data / "mams" / "acsa_train.xml.xz", "rt", encoding="utf-8") as lines:
        yield [html.unescape(text) for text in re.findall("<text>(.*?)</text>", lines.read())]
    yield list(_fewsum(data / "fewsum"))


def _fewsum(folder: Path) -> Iterator[str]:
    for name in ("amazon_train", "yelp_train", "amazon_val", "yelp_val"):
        raw = (folder / f"{name}.csv").read_text("utf-8")
        for row in csv.DictReader(io.StringIO(raw), delimiter="\t"):
            yield from (value for key, value in row.items() if key and key.startswith("rev") and value)


def sentences(data: Path) -> list[Tagged]:
    """Unlabelled sentences in our tokens, shuffled."""
    dice = random.Random(0)
    found: list[Tagged] = []
    for texts in reviews(data):
        dice.shuffle(texts)
        own: list[Tagged] = []
        for text in texts:
            own += _split(text)
            if len(own) > MOST:
                break
        found += own
    dice.shuffle(found)
    return found


def _split(text: str) -> Iterator[Tagged]:
    found = tokens(text)
    words = found.texts
    for first, last in boundaries(text, found):
        if 3 <= last - first <= 60:
            nothing = ["X"] * (last - first)
            yield Tagged(words[first:last], nothing, nothing, "labelled")


# --- network


class TaggerTeacher(nn.Module):  # type: ignore[misc]
    """The small network, and beside it the encoder's states at each word's first and last piece."""

    def __init__(self, net: TorchTagger, folder: Path) -> None:
        super().__init__()
        self.cut = AutoTokenizer.from_pretrained(str(folder))
        self.bert = AutoModel.from_pretrained(str(folder), dtype=torch.float32)
        self.net = net
        states, width = 2 * self.bert.config.hidden_size, net.recipe.width
        self.drop = nn.Dropout(0.3)
        self.mix = nn.Linear(states, width)
        self.leave = nn.Linear(width + states, net.leave.out_features)
        self.leave_fine = nn.Linear(width + states, net.leave_fine.out_features)

    def forward(self, sentences: Sequence[Tagged], batch: TaggerBatch) -> tuple[Tensor, Tensor]:
        """Scores of the tags and of the Penn tags, (N, tags) and (N, fine)."""
        read = self.drop(self._read(sentences, len(batch.ids)))  # (N, 2 · 384)
        hidden = torch.cat([self.net(batch.ids, batch.inside) + F.relu(self.mix(read)), read], 1)
        return self.leave(hidden), self.leave_fine(hidden)

    def _read(self, sentences: Sequence[Tagged], size: int) -> Tensor:
        cut = self.cut([s.words for s in sentences], is_split_into_words=True, return_tensors="pt", padding=True,
                       truncation=True, max_length=256)  # fmt: skip
        device = self.mix.weight.device
        states = self.bert(cut["input_ids"].to(device), cut["attention_mask"].to(device)).last_hidden_state
        places, start = [], 1
        for i, sentence in enumerate(sentences):
            pieces: dict[int, list[int]] = {}
            for j, word in enumerate(cut.word_ids(i)):
                if word is not None:
                    pieces.setdefault(word, []).append(j)
            places += [(start + word, i, own[0], own[-1]) for word, own in pieces.items()]
            start += len(sentence.words) + 1
        row, which, first, last = torch.tensor(places).T
        both = torch.cat([states[which, first], states[which, last]], 1)
        return torch.zeros(size, both.shape[1]).index_copy(0, row, both)


def fit(gold: Sequence[Tagged], folder: Path, *, seed: int) -> tuple[TaggerTeacher, TaggerInput]:
    torch.manual_seed(seed)
    dice = random.Random(seed)
    net, encoder, _ = prepare(gold, RECIPE)
    teacher = TaggerTeacher(net, folder).to(torch.get_default_device())
    rest = [weight for name, weight in teacher.named_parameters() if not name.startswith("bert")]
    groups = [{"params": list(teacher.bert.parameters()), "lr": RATES[0]}, {"params": rest, "lr": RATES[1]}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = RECIPE.epochs * (sum(len(s.words) for s in gold) // RECIPE.words_a_step + 2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, list(RATES), total_steps=steps, pct_start=0.1)
    teacher.train()
    for _ in range(RECIPE.epochs):
        for chosen in batches(gold, RECIPE, dice):
            batch = encoder.batch(chosen)
            tags, fine = teacher(chosen, batch)
            loss = F.cross_entropy(tags, batch.tags) + 0.5 * F.cross_entropy(fine, batch.fine)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(teacher.parameters(), 5.0)
            optimizer.step()
            schedule.step()
    return teacher.eval(), encoder


# --- labelling

Beliefs = tuple[NDArray[np.float32], NDArray[np.float32]]


@torch.no_grad()  # type: ignore[untyped-decorator]
def believe(teacher: TaggerTeacher, encoder: TaggerInput, sentences: Sequence[Tagged]) -> list[Beliefs]:
    """Probabilities of the tags and the Penn tags for each word of each sentence."""
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i].words))
    found: dict[int, Beliefs] = {}
    for first in range(0, len(order), 256):
        chosen = order[first : first + 256]
        group = [sentences[i] for i in chosen]
        tags, fine = (scores.softmax(-1).cpu().numpy() for scores in teacher(group, encoder.batch(group)))
        start = 1
        for i, sentence in zip(chosen, group, strict=True):
            end = start + len(sentence.words)
            found[i] = tags[start:end], fine[start:end]
            start = end + 1
    return [found[i] for i in range(len(sentences))]


def label(sentences: Sequence[Tagged], encoder: TaggerInput, beliefs: Sequence[Sequence[Beliefs]]) -> list[Tagged]:
    """Each word gets the tags that the teachers together believe in most."""
    tags, fine = list(encoder.tags), list(encoder.fine)
    return [
        sentence._replace(
            tags=[tags[k] for k in sum(each[0] for each in said).argmax(1)],
            fine=[fine[k] for k in sum(each[1] for each in said).argmax(1)],
        )
        for sentence, said in zip(sentences, zip(*beliefs, strict=True), strict=True)
    ]


def run(data: Path, encoder_folder: Path, out: Path, *, teachers: int = 2) -> dict[str, float]:
    """Train the teachers, label the reviews into ``out``, and return the teachers' accuracy on the dev set."""
    gold, dev = (read(data / "ud-ewt" / f"{part}.conllu.xz") for part in ("train", "dev"))
    plain = sentences(data)
    fitted = [fit(gold, encoder_folder, seed=seed) for seed in range(teachers)]
    encoder = fitted[0][1]
    write_labelled(out, label(plain, encoder, [believe(*each, plain) for each in fitted]))
    guessed = label(dev, encoder, [believe(*each, dev) for each in fitted])
    pairs = [(s.genre, a == b) for s, g in zip(dev, guessed, strict=True) for a, b in zip(s.tags, g.tags, strict=True)]
    return {
        "all": float(np.mean([right for _, right in pairs])),
        "reviews": float(np.mean([right for genre, right in pairs if genre == "reviews"])),
    }


@says_errors
def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.teacher", description=run.__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    torch.set_default_device(given.device)
    scores = run(given.data, given.encoder, given.out)
    given.out.with_suffix(".scores.txt").write_text(f"{scores}\n")


if __name__ == "__main__":
    raise SystemExit(_main())
