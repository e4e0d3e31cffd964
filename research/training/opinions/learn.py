"""Pretraining, fine-tuning and distillation of opinion readers, as functions that ``run`` strings together."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.opinions.batches import HEADS, Batch, Sample, by_length, collate, large_tokens
from research.training.opinions.losses import loss, taught
from research.training.opinions.network import OpinionReader
from research.training.opinions.statements import SameStatement, draw_block

MASK, FIRST_WORD = 4, 5
GOLD_COPIES = 3  # of the annotated passages on the device, each dealt into other batches
GOLD_EVERY = 2  # steps of distillation between two batches of annotated passages
TAUGHT_SPANS = 0.4  # how much the spans of teachers count: a large one is less sure of where they begin and end
POINTS_EVERY = 4  # steps between two blocks of grouped statements


def optimizer(model: nn.Module, rate: float, *, head_rate: float, decay: float = 0.01) -> torch.optim.Optimizer:
    """Return AdamW with its own rate for what does not belong to the encoder."""
    learned = "encoder.model." if hasattr(getattr(model, "encoder", None), "large") else "encoder."
    inner = [p for n, p in model.named_parameters() if n.startswith(learned)]
    heads = [p for n, p in model.named_parameters() if not n.startswith(learned)]
    groups = [{"params": inner, "lr": rate, "base": rate}, {"params": heads, "lr": head_rate, "base": head_rate}]
    return torch.optim.AdamW(groups, weight_decay=decay, fused=next(model.parameters()).is_cuda)


def set_rate(optim: torch.optim.Optimizer, passed: float, warmup: float = 0.06) -> None:
    """Set the learning rates for the share of training that has passed: a short rise, then a straight fall."""
    factor = min(passed / warmup, (1 - passed) / (1 - warmup), 1.0)
    for group in optim.param_groups:
        group["lr"] = group["base"] * max(factor, 0.0)


def step(optim: torch.optim.Optimizer, model: nn.Module, value: Tensor) -> None:
    """Take one step, unless a gradient is not a number."""
    optim.zero_grad(set_to_none=True)
    value.backward()
    if torch.isfinite(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)):
        optim.step()


def blocks(unlabelled: Sequence[Sample], length: int = 128) -> Tensor:
    """Return all stretches end to end, in rows of equal length."""
    stream = np.concatenate([sample["ids"][1:] for sample in unlabelled]).astype(np.int32)
    rows = len(stream) // (length - 1)
    body = torch.from_numpy(stream[: rows * (length - 1)].reshape(rows, length - 1))
    return torch.cat([torch.full((rows, 1), 2, dtype=torch.int32), body], 1)


class Guesser(nn.Module):  # type: ignore[misc]
    """The head of masked-language training; it shares the encoder's word table."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        d = encoder.config.hidden_size
        self.encoder = encoder
        self.dense, self.norm = nn.Linear(d, d), nn.LayerNorm(d)
        self.bias = nn.Parameter(torch.zeros(encoder.config.vocab_size))

    def forward(self, ids: Tensor, wanted: Tensor) -> Tensor:
        hidden = self.encoder(input_ids=ids).last_hidden_state[wanted >= 0]
        guess = self.norm(F.gelu(self.dense(hidden)))
        table = self.encoder.get_input_embeddings().weight
        return F.cross_entropy((guess @ table.T.to(guess.dtype)).float() + self.bias, wanted[wanted >= 0])


def pretrain(
    encoder: nn.Module,
    rows: Tensor,
    device: torch.device,
    *,
    seconds: float,
    rate: float,
    batch: int,
    seed: int,
    log: Any,
) -> None:
    """Go on with masked-language training on reviews for so many seconds, in place."""
    torch.manual_seed(seed)
    model = Guesser(encoder).to(device).train()
    optim = optimizer(model, rate, head_rate=rate)
    rows = rows.to(device)
    words = encoder.config.vocab_size
    began, number, recent = time.monotonic(), 0, 0.0
    while (passed := (time.monotonic() - began) / seconds) < 1:
        set_rate(optim, passed)
        ids = rows[torch.randint(len(rows), (batch,), device=device)].long()
        asked = (torch.rand(ids.shape, device=device) < 0.2) & (ids >= FIRST_WORD)
        draw = torch.rand(ids.shape, device=device)
        shown = torch.where(asked & (draw < 0.8), MASK, ids)
        shown = torch.where(asked & (draw > 0.9), torch.randint_like(ids, FIRST_WORD, words), shown)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            value = model(shown, torch.where(asked, ids, -1))
        step(optim, model, value)
        number += 1
        if number % 50 == 0:
            recent = float(value)
        if number % 500 == 0:
            log(f"masked {number} loss {recent:.3f} {passed:.0%}")
    log(f"masked {number} steps, loss {recent:.3f}")


def fine_tune(model: OpinionReader, samples: Sequence[Sample], device: torch.device, *, epochs: int, rate: float, tokens: int, seed: int, log: Any,
              starred: Sequence[Sample] = (), points: Sequence[Sample] = (), seconds: float = math.inf) -> None:  # fmt: skip
    """Learn from annotated passages, from texts whose stars alone are known, and from statements grouped by what they say,
    for so many seconds at most."""
    torch.manual_seed(seed)
    model.to(device).train()
    same = SameStatement().to(device)
    optim = optimizer(model, rate, head_rate=max(rate * 10, 2e-4))
    optim.add_param_group({"params": list(same.parameters()), "lr": 1e-3, "base": 1e-3})
    total = epochs * sum(1 for _ in by_length(samples, tokens, 0))
    number = 0
    dice = random.Random(seed)
    began = time.monotonic()
    every, stars_at_once = (4, 12) if hasattr(model.encoder, "large") else (2, 24)
    for epoch in range(epochs):
        losses = []
        for rows in by_length(samples, tokens, seed * 1000 + epoch):
            passed = max((number + 1) / (total + 1), (time.monotonic() - began) / seconds)
            if passed >= 1:
                break
            set_rate(optim, passed)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                batch = collate(rows, model.fine_bias.shape[0]).to(device)
                value = loss(model(batch), batch)
                if starred and number % every == 0:
                    extra = collate(dice.choices(starred, k=stars_at_once), model.fine_bias.shape[0]).to(device)
                    value = value + loss(model(extra), extra)
                if points and number % POINTS_EVERY == 1:
                    block = draw_block(points, dice)
                    passages = collate(block.passages, model.fine_bias.shape[0]).to(device)
                    value = value + same(model(passages).meaning, block)
            step(optim, model, value)
            losses.append(value.detach())
            number += 1
            if number % 100 == 0:
                log(f"step {number} of {total}, loss {float(value.detach()):.3f}")
        log(
            f"epoch {epoch} loss {float(torch.stack(losses).nanmean()) if losses else math.nan:.3f}, "
            f"{sum(not math.isfinite(float(each)) for each in losses)} of {len(losses)} not numbers"
        )


def teachers_say(
    teachers: Sequence[OpinionReader], samples: Sequence[Sample], device: torch.device, *, tokens: int
) -> list[Batch]:
    """Return the unlabelled texts as batches with the teachers' labels, kept on the device in half precision."""
    made = []
    for teacher in teachers:
        teacher.to(device).eval()
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for rows in by_length(samples, tokens, None):
            batch = _plain(rows).to(device)
            labels, weights, links, link_weights, stars, fine, meaning = taught(
                [teacher(batch) for teacher in teachers], batch.mask
            )
            known = batch.star_weights[:, None]
            half = torch.float16
            made.append(batch._replace(
                ids=batch.ids.int(), labels=labels.to(half), weights=weights.to(half), links=(links * 255).round().to(torch.uint8),
                link_weights=(link_weights * 255).round().to(torch.uint8),
                stars=0.5 * known * batch.stars + (1 - 0.5 * known) * stars, star_weights=torch.ones_like(batch.star_weights), fine=fine.to(half), fine_weights=torch.ones_like(batch.star_weights),
                large=None, meaning=(meaning * 127).round().to(torch.int8),
            ))  # fmt: skip
    return made


def _plain(rows: Sequence[Sample]) -> Batch:
    """Return a batch without labels, quicker than ``collate``."""
    count, length = len(rows), max(len(sample["ids"]) for sample in rows)
    ids = torch.zeros(count, length, dtype=torch.long)
    for place, sample in enumerate(rows):
        ids[place, : len(sample["ids"])] = torch.from_numpy(sample["ids"])
    stars, known = torch.zeros(count, 5), torch.zeros(count)
    for place, sample in enumerate(rows):
        if sample["stars"]:
            stars[place, sample["stars"] - 1], known[place] = 1.0, 1.0
    empty = torch.zeros(1)
    return Batch(
        ids,
        ids != 0,
        empty,
        empty,
        empty,
        empty,
        stars,
        known,
        torch.tensor([sample["domain"] for sample in rows]),
        empty,
        empty,
        large_tokens(rows),
    )


def distil(student: OpinionReader, taught_batches: Sequence[Batch], gold: Sequence[Sample], device: torch.device, *,
           seconds: float, rate: float, seed: int, log: Any, points: Sequence[Sample] = (), gold_tokens: int = 4096,
           taught_spans: float = TAUGHT_SPANS) -> None:  # fmt: skip
    """Learn what teachers say of unlabelled texts, and the annotated passages beside it, for so many seconds."""
    torch.manual_seed(seed)
    dice = random.Random(seed)
    student.to(device).train()
    same = SameStatement().to(device)
    optim = optimizer(student, rate, head_rate=rate * 2)
    optim.add_param_group({"params": list(same.parameters()), "lr": 1e-3, "base": 1e-3})
    golden = [
        collate(rows, student.fine_bias.shape[0]).to(device)
        for time_over in range(GOLD_COPIES)
        for rows in by_length(list(gold), gold_tokens, seed + time_over)
    ]
    spans = [HEADS.index("target"), HEADS.index("evidence")]
    shares = torch.ones(len(HEADS), device=device).index_fill(0, torch.tensor(spans, device=device), taught_spans)
    began, number, recent = time.monotonic(), 0, []
    order: list[int] = []
    while (passed := (time.monotonic() - began) / seconds) < 1:
        set_rate(optim, passed)
        if not order:
            order = list(range(len(taught_batches)))
            dice.shuffle(order)
        batch = taught_batches[order.pop()]
        batch = batch._replace(ids=batch.ids.long(), labels=batch.labels.float(), weights=batch.weights.float() * shares,
                               links=batch.links.float() / 255, link_weights=batch.link_weights.float() / 255, fine=batch.fine.float(),
                               meaning=None if batch.meaning is None else batch.meaning.float() / 127)  # fmt: skip
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            value = loss(student(batch), batch)
            if number % GOLD_EVERY == 0:
                extra = dice.choice(golden)
                value = value + loss(student(extra), extra)
            if points and number % POINTS_EVERY == 1:
                block = draw_block(points, dice)
                passages = collate(block.passages, student.fine_bias.shape[0]).to(device)
                value = value + same(student(passages).meaning, block)
        step(optim, student, value)
        number += 1
        if number % 20 == 0:
            recent = [*recent[-49:], value.detach()]
        if number % 2000 == 0:
            log(
                f"distil {number} loss {float(torch.stack(recent).mean()):.3f} {passed:.0%} of {len(taught_batches)} batches"
            )
    log(
        f"distil {number} steps, {number / max(len(taught_batches), 1):.1f} passes, loss {float(torch.stack(recent).mean()) if recent else math.nan:.3f}"
    )
