"""Four people in four browsers, from a new project to accepted labels. ``VOXPOP_REVIEWS=60`` makes three whole rounds.

The reviews are the bundled ones, or those of the file that ``VOXPOP_FILE`` names; what the people answer is what the
reader says, and the second errs now and then.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from voxpop.annotate.model_annotator import predictor
from voxpop.annotate.project import Project
from voxpop.annotate.scheme import ABSENT, same
from voxpop.examples import path as example

from .conftest import Visit

pytestmark = pytest.mark.slow
REVIEWS = int(os.environ.get("VOXPOP_REVIEWS", "6"))
FILE = os.environ.get("VOXPOP_FILE") or example("en")
ROUNDS = 3 if REVIEWS >= 60 else 1
ROLES = {"anna": "annotator", "ben": "annotator", "cleo": "manager", "dora": "expert"}
ERRORS = {"anna": 0.0, "ben": 0.15, "cleo": 0.0, "dora": 0.0}
LABELS = ("staff", "food", "location")


def voxpop(*arguments: object, cwd: Path) -> str:
    command = [sys.executable, "-m", "voxpop", *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Walk:
    """A project that is served, and a browser for each person."""

    def __init__(self, browser: object, home: Path) -> None:
        self.home, self.random, self.noted = home, Random(3), False
        voxpop("annotate", "new", "hotel", "--reviews", FILE, "--labels", ",".join(LABELS), cwd=home)
        self.project = Project(home / "hotel")
        predict, _ = predictor(self.project.scheme, "en", None)
        items = [one.item for one in self.project.state.items.values()][: REVIEWS + 2]
        self.truth = {item.id: predict(item)[0] for item in items}
        lines = [{"id": item.id, "text": item.text, "labels": self.truth[item.id]} for item in items[-2:]]
        (home / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        voxpop("annotate", "import", "hotel", "gold.jsonl", "--as", "gold", cwd=home)
        tokens = {name: self.project.invite(name, role) for name, role in ROLES.items()}
        self.project.start_training()
        command = [sys.executable, "-m", "voxpop", "serve", "hotel", "--port", "0"]
        self.server = subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, encoding="utf-8")
        assert self.server.stdout is not None
        place = re.search(r"http://127\.0\.0\.1:\d+", self.server.stdout.readline())
        assert place
        self.visits = {}
        for name, token in tokens.items():
            phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True} if name == "ben" else {}
            visit = self.visits[name] = Visit(browser, place[0], **phone)
            visit.page.goto("/")
            visit.page.get_by_label("Token").fill(token)
            visit.page.get_by_role("button", name="Log in").click()
            visit.page.wait_for_url("**/annotate/hotel")

    def answer(self, id: str, error: float) -> dict[str, str]:
        answer = dict(self.truth[id])
        for label in LABELS:
            if self.random.random() < error:
                answer[label] = "neutral" if answer.get(label) != "neutral" else "negative"
        return answer

    def do(self, who: str) -> bool:
        """Do the next task of a person; returns whether there was one."""
        page = self.visits[who].page
        page.goto("/annotate/hotel/task")
        if not page.locator("form.task").count():
            return False
        id, stage = page.locator("[name=item]").input_value(), page.locator("[name=stage]").input_value()
        if page.get_by_role("button", name="The final label is wrong").count():
            final: Any = self.project.refresh().items[id].final
            word = "is right" if same(final, self.truth[id]) else "is wrong"
            with page.expect_navigation():
                page.get_by_role("button", name=re.compile(word)).click()
            return True
        answer = self.answer(id, 0.0 if stage == "training" else ERRORS[who])
        with page.expect_navigation():
            if who == "ben":  # on a phone, by touch
                for place, label in enumerate(LABELS):
                    page.locator(f"label:has([name=label-{place}][value='{answer.get(label, '')}'])").tap()
                page.locator("[data-submit-task]").tap()
            else:  # by keys alone
                values = [answer.get(label, "") for label in LABELS]
                for value in values:
                    page.keyboard.press(str(("", "positive", "neutral", "negative").index(value)))
                if stage == "adjudicate" and not self.noted:
                    self.add_note(who, values)
                page.keyboard.press("Enter")
        if stage == "training":
            assert page.get_by_role("heading", name="Right").count()
        return True

    def add_note(self, who: str, values: list[str]) -> None:
        """Write a note; what was chosen but not saved is still chosen after it."""
        visit, self.noted = self.visits[who], True
        with visit.page.expect_navigation():
            visit.page.get_by_label("Note").fill("The guideline should say so.")
            visit.page.get_by_role("button", name="Add note").click()
        assert "The guideline should say so." in visit.page.locator(".notes").inner_text()
        assert [visit.page.locator(f"[name=label-{place}]:checked").input_value() for place in range(3)] == values
        visit.shot("annotate-decide")

    def finish(self) -> None:
        while sum(self.do(who) for who in ROLES):  # everybody in turn
            pass


@pytest.fixture
def walk(browser: object, tmp_path: Path) -> Iterator[Walk]:
    made = Walk(browser, tmp_path)
    yield made
    made.server.terminate()
    made.server.communicate(timeout=300)
    problems = [problem for visit in made.visits.values() for problem in visit.problems]
    for visit in made.visits.values():
        visit.context.close()
    assert not problems


def test_four_people_from_a_new_project_to_accepted_labels(walk: Walk) -> None:
    anna, cleo = walk.visits["anna"], walk.visits["cleo"]
    anna.page.goto("/annotate/hotel/task")
    anna.shot("annotate-training")
    assert anna.serious() == []
    for number in range(1, ROUNDS + 1):
        walk.project.refresh()
        walk.project.start_round(walk.project.unlabelled()[: REVIEWS // ROUNDS])
        if number == 1:
            assert walk.do("anna")
            assert walk.do("anna")  # two training reviews
            for name, visit in (("annotate-label", anna), ("annotate-label-phone", walk.visits["ben"])):
                for place in ("/annotate/hotel/task?ui=zh", "/annotate/hotel/task?ui=en"):
                    visit.page.goto(place)
                    visit.shot(f"{name}-{place[-2:]}")
                    assert visit.serious() == []
        walk.finish()
        state = walk.project.refresh()
        assert state.rounds[number].accepted, state.rounds[number].attempts
    finals = {id: one.final for id, one in state.items.items() if one.round}
    wrong = sum(not same(final or {}, walk.truth[id]) for id, final in finals.items())
    assert wrong <= 0.05 * len(finals)
    for name in ("items", "agreement", "agreement?ui=zh", "?ui=en"):
        cleo.page.goto(f"/annotate/hotel/{name}")
        cleo.shot(f"annotate-{name.replace('?ui=', '-')}")
        assert cleo.serious() == []
    cleo.page.goto("/annotate/hotel?ui=zh")
    cleo.shot("annotate-project-zh")
    assert "第 1 轮" in cleo.page.locator("main").inner_text()
    voxpop("annotate", "export", "hotel", "-o", "labels.jsonl", cwd=walk.home)
    lines = [json.loads(line) for line in (walk.home / "labels.jsonl").read_text("utf-8").splitlines()]
    assert sum(len(line.get("annotations", [])) == 2 for line in lines) == len(finals)
    if REVIEWS >= 60:
        voxpop("annotate", "train", "hotel", "-o", "heads", cwd=walk.home)
        options = ("--categories", "heads", "--limit", "60", "--json")
        document = json.loads(voxpop("analyze", FILE, "-o", "a.voxpop", *options, cwd=walk.home))
        assert {aspect["name"] for aspect in document["aspects"]} <= set(LABELS)


SPAN = "The 😀 sushi was great 👍🏽, rösti 好吃 too."


def test_spans_are_marked_by_keys_and_mouse_behind_emoji_and_chinese(browser: object, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(f'id,review\n1,"{SPAN}"\n', "utf-8")
    voxpop("annotate", "new", "spans", "--reviews", "one.csv", "--scheme", "mentions", "--lang", "en", cwd=tmp_path)
    project = Project(tmp_path / "spans")
    token = project.invite("eve", "annotator")
    project.start_round(["1"])
    command = [sys.executable, "-m", "voxpop", "serve", "spans", "--port", "0"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert server.stdout is not None
        place = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert place
        visit = Visit(browser, place[0])
        page = visit.page
        page.goto("/annotate/spans/task")
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Log in").click()
        text = page.locator("#text")
        page.wait_for_load_state()  # keys before the script is there are lost
        text.focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        for _ in range(7):
            page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("1")
        page.keyboard.press("Control+ArrowRight")
        page.keyboard.press("Shift+Control+ArrowRight")
        page.keyboard.press("2")
        page.keyboard.press("u")
        page.locator("#marks li").nth(1).wait_for(state="detached")
        select(page, "rösti 好吃")
        page.get_by_role("button", name="competing", exact=False).first.click()
        page.get_by_label("refers to: rösti 好吃").fill("Rösti")
        visit.shot("annotate-spans")
        assert visit.serious() == []
        with page.expect_navigation():
            page.locator("[data-submit-task]").click()
        answer: Any = project.refresh().items["1"].labels["eve"].answer
        assert [(SPAN[start:end], *rest) for start, end, *rest in answer] == [
            ("😀 sushi", "main"),
            ("rösti 好吃", "competing", "Rösti"),
        ]
        assert not visit.problems
        assert ABSENT not in str(answer)
    finally:
        server.terminate()
        server.communicate(timeout=300)


def select(page: Any, words: str) -> None:
    """Drag the mouse over some words."""
    box = page.evaluate(
        """(words) => {
            const walk = document.createTreeWalker(document.getElementById("text"), NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(words);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + words.length);
                const {left, right, top, height} = range.getBoundingClientRect();
                return [left, right, top + height / 2];
            }
        }""",
        words,
    )
    left, right, middle = box
    page.mouse.move(left + 1, middle)
    page.mouse.down()
    page.mouse.move(right + 1, middle, steps=5)
    page.mouse.up()
