"""How far a project is: its rounds, their stages, its people."""

from __future__ import annotations

from collections import Counter
from typing import Any

from voxpop.annotate.project import Project
from voxpop.annotate.rounds import STAGES


def project_status(opened: Project) -> dict[str, Any]:
    """Return how far a project is, as plain data."""
    state = opened.state
    rounds = []
    for batch in state.rounds.values():
        stages = Counter(state.items[id].stage for id in batch.items)
        state_now = "returned" if batch.attempts else "open"
        rounds.append(
            {
                "round": batch.number,
                "reviews": len(batch.items),
                "state": "accepted" if batch.accepted else state_now if batch.is_open else "being checked",
                "stages": {stage: stages[stage] for stage in STAGES if stages[stage]},
                "samples": batch.attempts,
            }
        )
    people = [
        {
            "name": person.name,
            "role": person.role,
            "training": state.training_score(person) if state.training and person.role == "annotator" else None,
            "labelled": len(person.labelled),
        }
        for person in state.people.values()
    ]
    return {
        "name": opened.name,
        "scheme": opened.scheme.kind,
        "reviews": len(state.items),
        "waiting": len(opened.unlabelled()),
        "training": len(state.training),
        "guideline": opened.guideline_version,
        "rounds": rounds,
        "people": people,
    }
