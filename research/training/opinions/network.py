"""The network of the opinion reader: an encoder, one linear map for all token heads, a matcher, two pooled heads, and a branch
for comparisons."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers import BertConfig
from transformers.models.bert.modeling_bert import BertLayer

from research.training.opinions.labels import LINK, MEANING, STARS, TOKEN_HEADS


class Outputs(NamedTuple):
    """Scores before softmax or sigmoid."""

    tokens: Tensor  # (B, Z, sum of TOKEN_HEADS)
    links: Tensor  # (B, Z, Z): target token by evidence token
    stars: Tensor  # (B, 5)
    domains: Tensor  # (B, domains)
    fine: Tensor  # (B, fine categories, 4): present, and of what is present: negative, neutral, positive
    meaning: Tensor  # (B, Z, MEANING): statements whose mean over their tokens points the same way say the same

    def head(self, name: str) -> Tensor:
        """Return the scores of one token head."""
        return self.tokens[..., SLICES[name]]


def _slices() -> dict[str, slice]:
    slices, start = {}, 0
    for name, width in TOKEN_HEADS.items():
        slices[name] = slice(start, start + width)
        start += width
    return slices


SLICES = _slices()
TOKEN_WIDTH = sum(TOKEN_HEADS.values())
COMPARING = ("comparison", "direction", "rival")  # the last heads, which the branch for comparisons may give instead
COMPARING_WIDTH = sum(TOKEN_HEADS[name] for name in COMPARING)
FINE_SCORES = 4
HEAD = 32  # channels of an attention head of the branch for comparisons


class AttentionPool(nn.Module):  # type: ignore[misc]
    """Vectors for a text: its tokens weighted by learned queries."""

    def __init__(self, d: int, queries: int) -> None:
        super().__init__()
        self.project, self.query = nn.Linear(d, d), nn.Linear(d, queries)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        scores = self.query(self.project(hidden).tanh()).float().masked_fill(~mask[..., None], -1e4)
        return scores.softmax(1).to(hidden.dtype).transpose(1, 2) @ hidden  # (B, queries, d)


class OpinionReader(nn.Module):  # type: ignore[misc]
    """``model(batch)`` gives ``Outputs``.

    The encoder is a transformers model that gives ``last_hidden_state``, or a ``large_encoder.LargeEncoder``.
    """

    def __init__(self, encoder: nn.Module, domains: int, fine: int, *, dropout: float = 0.1) -> None:
        super().__init__()
        d = encoder.config.hidden_size
        self.encoder = encoder
        self.tokens = nn.Linear(d, TOKEN_WIDTH)
        self.link_target, self.link_evidence = nn.Linear(d, LINK), nn.Linear(d, LINK)
        self.link_bias = nn.Parameter(torch.zeros(1))
        self.meaning = nn.Linear(d, MEANING)
        self.pool = AttentionPool(d, 2 + fine)
        self.stars, self.domains = nn.Linear(d, STARS), nn.Linear(d, domains)
        self.fine_weight = nn.Parameter(torch.randn(fine, FINE_SCORES, d) * d**-0.5)
        self.fine_bias = nn.Parameter(torch.zeros(fine, FINE_SCORES))
        self.drop = nn.Dropout(dropout)

    def states(self, batch: Any) -> Tensor:
        """Return the encoder's state of each token: (B, Z, d)."""
        if batch.large is not None and hasattr(self.encoder, "large"):
            states: Tensor = self.encoder(batch.ids, batch.mask, batch.large)
        else:
            states = self.encoder(input_ids=batch.ids, attention_mask=batch.mask.long()).last_hidden_state
        return states

    def forward(self, batch: Any) -> Outputs:
        hidden, mask = self.drop(self.states(batch)), batch.mask
        scores = self.link_target(hidden) @ self.link_evidence(hidden).transpose(1, 2)
        pooled = self.drop(self.pool(hidden, mask))
        return Outputs(
            self.tokens(hidden).float(),
            scores.float() / LINK**0.5 + self.link_bias,
            self.stars(pooled[:, 0]).float(),
            self.domains(pooled[:, 1]).float(),
            torch.einsum("bnd,ncd->bnc", pooled[:, 2:].float(), self.fine_weight) + self.fine_bias,
            self.meaning(hidden).float(),
        )


class ComparisonBranch(nn.Module):  # type: ignore[misc]
    """The scores of ``COMPARING`` from an early and the last state of each token, by a small layer of its own.

    Few passages compare, so that a reader that learns everything at once hardly learns this. The branch learns it
    afterwards, and nothing else changes.
    """

    def __init__(self, d: int, width: int, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.project, self.norm = nn.Linear(2 * d, width), nn.LayerNorm(width, eps=1e-12)
        shape = BertConfig(
            hidden_size=width,
            num_attention_heads=width // HEAD,
            intermediate_size=2 * width,
            attn_implementation="eager",
        )
        self.layer = BertLayer(shape)
        self.out = nn.Linear(width, COMPARING_WIDTH)
        self.drop = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """``states`` holds both states of each token: (B, Z, 2 d)."""
        hidden = self.norm(self.project(self.drop(states)))
        hidden = self.layer(hidden, (~mask)[:, None, None, :].float() * -1e4)
        return self.out(hidden[0] if isinstance(hidden, tuple) else hidden).float()
