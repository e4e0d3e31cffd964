"""What the app does, in numbers that Prometheus reads: ``/metrics``, as plain text."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import voxpop

BOUNDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
pages = APIRouter()


class RequestCounts:
    """How many requests were answered in what way, and how long that took."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()  # by method and status
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0


class CountRequests:
    """Counts every answer on its way out."""

    def __init__(self, app: ASGIApp, *, counts: RequestCounts) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - begun
            self.counts.answers[scope["method"], status] += 1
            self.counts.buckets[bisect_left(BOUNDS, seconds)] += 1
            self.counts.seconds += seconds


@pages.get("/metrics")
def metrics(request: Request) -> PlainTextResponse:
    """Answer with all numbers."""
    state = request.app.state
    jobs = Counter(job.state for job in state.jobs)
    lines = [*request_lines(state.requests), *process_lines()]
    lines += family("voxpop_info", "gauge", "The version.", {f'version="{voxpop.__version__}"': 1})
    lines += family("voxpop_files", "gauge", "Analyses that are served.", {"": len(state.library)})
    states = {f'state="{name}"': count for name, count in sorted(jobs.items())}
    lines += family("voxpop_jobs", "gauge", "Uploads by state.", states)
    return PlainTextResponse("\n".join(lines) + "\n", media_type=CONTENT_TYPE)


def request_lines(counts: RequestCounts) -> Iterable[str]:
    """Return the numbers of the requests."""
    answers = {f'method="{method}",status="{status}"': n for (method, status), n in sorted(counts.answers.items())}
    yield from family("voxpop_http_requests_total", "counter", "Requests that were answered.", answers)
    name, total = "voxpop_http_request_seconds", 0
    yield from family(name, "histogram", "How long an answer took.", {})
    for bound, count in zip([*map(str, BOUNDS), "+Inf"], counts.buckets, strict=True):
        total += count
        yield f'{name}_bucket{{le="{bound}"}} {total}'
    yield f"{name}_sum {counts.seconds:.6f}"
    yield f"{name}_count {total}"


def process_lines() -> Iterable[str]:
    """Return what the process takes."""
    times = os.times()
    yield from family("process_cpu_seconds_total", "counter", "Processor time.", {"": times.user + times.system})
    try:
        pages_in_use = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:  # not Linux
        return
    used = pages_in_use * os.sysconf("SC_PAGE_SIZE")
    yield from family("process_resident_memory_bytes", "gauge", "Memory in use.", {"": used})


def family(name: str, kind: str, words: str, values: Mapping[str, float]) -> list[str]:
    """Return the lines of one metric; ``values`` are by labels."""
    lines = [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
    return lines + [f"{name}{{{labels}}} {value}" if labels else f"{name} {value}" for labels, value in values.items()]
