"""What a reader learns of comparisons on its frozen states, and how it is scored."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from research.training.opinions.comparisons import FIRST, PARTS, Row, Rows, average_precision, learn, spans
from research.training.opinions.network import TOKEN_WIDTH

BETTER, WORSE = 0, 1
CPU = torch.device("cpu")


class Given(nn.Module):  # type: ignore[misc]
    """Gives the scores that stand in the states."""

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        return states


def passage(words: tuple[int, int], rival: tuple[int, int], way: int, *, sure: float = 9.0, size: int = 8) -> Row:
    """Return a passage whose states are the scores of a reader that finds the comparison."""
    scores = torch.zeros(size, sum(part.stop - part.start for part in PARTS.values()))
    for name, span in (("comparison", words), ("rival", rival)):
        scores[:, PARTS[name].start] = sure
        scores[span[0] : span[1], PARTS[name].start] = -sure
    scores[:, PARTS["direction"].start + way] = sure
    return Row(scores, scores.clamp(0, 1), [(words, way, rival)])


def test_runs_of_likely_tokens_are_spans() -> None:
    assert spans(torch.tensor([0.1, 0.5, 0.9, 0.2, 0.3])) == [(1, 3), (4, 5)]


def test_a_reader_that_finds_all_scores_full_marks_and_a_reversed_one_none() -> None:
    rows = [passage((1, 3), (4, 5), BETTER), passage((0, 2), (5, 7), WORSE)]
    assert average_precision(Given(), rows, CPU) == {"ap": 1.0, "at_90": 1.0, "direction": 1.0, "there": 2.0}
    wrong = [
        row._replace(comparisons=[(words, 1 - way, rival) for words, way, rival in row.comparisons]) for row in rows
    ]
    assert average_precision(Given(), wrong, CPU)["ap"] == 0
    elsewhere = [row._replace(comparisons=[((6, 8), BETTER, (3, 4))]) for row in rows[:1]]
    assert average_precision(Given(), elsewhere, CPU)["ap"] == 0


def test_a_false_verdict_above_a_right_one_costs_half() -> None:
    right, false = passage((1, 3), (4, 5), BETTER, sure=2.0), passage((0, 2), (5, 7), WORSE)._replace(comparisons=[])
    assert average_precision(Given(), [right, false], CPU)["ap"] == pytest.approx(0.5)


def test_new_rows_learn_what_the_states_tell() -> None:
    torch.manual_seed(0)
    d = 6
    rows = []
    for number in range(96):
        states, labels = torch.zeros(5, 2 * d), torch.zeros(5, TOKEN_WIDTH - FIRST)
        labels[:, [PARTS["comparison"].start, PARTS["rival"].start]] = 1.0
        states[2, d + number % 2] = 1.0  # the last state of the words tells the direction
        labels[2, PARTS["comparison"]] = torch.tensor([0.0, 1.0, 0.0])
        labels[2, PARTS["direction"].start + number % 2] = 1.0
        states[4, d + 5] = 1.0
        labels[4, PARTS["rival"]] = torch.tensor([0.0, 1.0, 0.0])
        rows.append(Row(states, labels, [((2, 3), number % 2, (4, 5))]))
    learned = Rows(torch.zeros(TOKEN_WIDTH, d), torch.zeros(TOKEN_WIDTH))
    assert average_precision(learned, rows, CPU)["ap"] < 0.6
    learn(learned, rows, CPU, epochs=200, seed=0, rate=0.1)
    assert average_precision(learned, rows, CPU)["ap"] > 0.99
