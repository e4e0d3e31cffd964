from __future__ import annotations

import pytest
import torch

from research.training.word_systems import BothWays, reverse

MASK = torch.tensor([[True, True, True, True], [True, True, False, False]])


def test_rows_are_reversed_within_their_length() -> None:
    x = torch.tensor([[1, 2, 3, 4], [5, 6, 0, 0]])[..., None]
    assert reverse(x, MASK)[..., 0].tolist() == [[4, 3, 2, 1], [6, 5, 0, 0]]


@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU])
def test_both_ways_is_what_a_packed_network_gives(kind: type[torch.nn.LSTM]) -> None:
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

    ours, theirs = BothWays(kind, 3, 5), kind(3, 5, batch_first=True, bidirectional=True)
    for part, ending in ((ours.there, ""), (ours.back, "_reverse")):
        part.load_state_dict({name: getattr(theirs, name + ending) for name, _ in part.named_parameters()})
    x = torch.randn(2, 4, 3)
    packed = pack_padded_sequence(x, torch.tensor([4, 2]), batch_first=True)
    expected, _ = pad_packed_sequence(theirs(packed)[0], batch_first=True)
    assert torch.allclose(ours(x, MASK)[MASK], expected[MASK], atol=1e-6)
