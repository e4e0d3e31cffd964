"""The API is what its schema says, whatever it is asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from voxpop.web.app import ServerOptions, create_app

schemathesis = pytest.importorskip("schemathesis", reason="no schemathesis: pip install 'voxpop[dev]'")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # libraries of the fuzzer warn
EXAMPLES = 15
HELD = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")


@pytest.fixture(scope="module")
def api(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    home = tmp_path_factory.mktemp("fuzzed")
    shutil.copy(folder / "plain.voxpop", home / "plain.voxpop")
    app = create_app([home / "plain.voxpop"], ServerOptions(folder=home / "up"))
    app.state.jobs.begin = lambda job: None  # no work is begun for nonsense
    yield schemathesis.openapi.from_asgi("/api/v1/openapi.json", app, headers={"host": "localhost"})
    app.state.library.close()


def test_every_answer_is_as_the_schema_says(api: Any) -> None:
    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) > 20
    found = {operation.label: problem for operation in operations if (problem := fuzz(operation))}
    assert not found, "\n".join(f"{label}: {problem}" for label, problem in found.items())


def fuzz(operation: Any) -> str:
    """Ask with whatever the schema allows, half the time of a file that is there; say what went wrong."""

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    def check(case: Any) -> None:
        if "file" in (case.path_parameters or {}) and len(case.path_parameters["file"]) % 2:
            case.path_parameters["file"] = "plain"
        case.call_and_validate(
            headers={"host": "localhost"}, checks=[getattr(schemathesis.checks, one) for one in HELD]
        )

    try:
        check()
    except (AssertionError, BaseExceptionGroup) as error:
        return str(error) + " ".join(map(str, getattr(error, "exceptions", ())))
    return ""
