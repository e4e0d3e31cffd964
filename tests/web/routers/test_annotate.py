"""The pages and the API of annotation projects: who sees what, and what is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from voxpop.annotate.project import Project, create_project
from voxpop.annotate.rounds import AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import load_scheme
from voxpop.web.app import ServerOptions, create_app

TEXTS = ("Good <b>soup</b>, slow waiter.", "味道很好😀但是太慢", "Fine.")
GOOD, BAD = {"food": "positive"}, {"food": "negative"}


class Site:
    """A served project with four people, each of whom has a token."""

    def __init__(self, folder: Path, kind: str = "categories") -> None:
        scheme = load_scheme(kind, labels=["food", "service"] if kind == "categories" else ())
        settings = ProjectSettings(review_share=0.0)
        self.project = create_project(folder / "cafe", scheme, name="Café", lang="en", settings=settings)
        self.project.add_items([AnnotationItem(f"r{n}", text) for n, text in enumerate(TEXTS)])
        roles = {"anna": "annotator", "ben": "annotator", "cleo": "manager", "dora": "expert"}
        self.tokens = {name: self.project.invite(name, role) for name, role in roles.items()}
        self.project.start_round(list(self.project.state.items))
        options = ServerOptions(folder=folder / "up", editors=("root=rootrootrootroot",))
        self.app = create_app([folder / "cafe"], options)
        self.tokens["root"] = "rootrootrootroot"

    def visitor(self, name: str) -> TestClient:
        """A browser that is logged in."""
        client = TestClient(self.app, base_url="http://localhost", headers={"accept-language": "en"})
        form = csrf(client.get("/login").text)
        assert client.post("/login", data={"csrf": form, "token": self.tokens[name]}).status_code == 200
        return client

    def program(self, name: str) -> TestClient:
        headers = {"authorization": f"Bearer {self.tokens[name]}"}
        return TestClient(self.app, base_url="http://localhost", headers=headers)

    def state(self) -> Project:
        return Project(self.project.folder)


def csrf(html: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', html)
    assert found
    return found[1]


def send(client: TestClient, **fields: str) -> str:
    """Send the form of the task page and return the page that follows."""
    page = client.get("/annotate/cafe/task").text
    hidden = dict(re.findall(r'name="(csrf|item|stage|key)" value="([^"]*)"', page))
    answer = client.post("/annotate/cafe/task", data={**hidden, "action": "answer", "seconds": "4.5", **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    yield made
    made.project.close()


def test_an_answer_given_by_a_form_is_kept(site: Site) -> None:
    anna = site.visitor("anna")
    page = anna.get("/annotate/cafe/task")
    assert "Good &lt;b&gt;soup&lt;/b&gt;, slow waiter." in page.text
    assert page.headers["cache-control"] == "private, no-store"
    send(anna, **{"label-0": "positive", "label-1": ""})
    given = site.state().state.items["r0"].labels["anna"]
    assert (given.answer, given.seconds) == (GOOD, 4.5)
    assert "Hard cases" in anna.get("/annotate/cafe").text


def test_two_people_who_differ_are_decided_between_and_checked(site: Site) -> None:
    anna, ben, cleo = site.visitor("anna"), site.visitor("ben"), site.visitor("cleo")
    send(anna, **{"label-0": "positive"})
    page = ben.get("/annotate/cafe/task").text
    assert "anna" not in page
    assert 'value="positive" checked' not in page
    send(ben, **{"label-0": "negative"})
    decision = cleo.get("/annotate/cafe/task").text
    assert "differs" in decision
    assert "Take over A" in decision
    assert "anna" not in decision  # answers have letters, not names
    noted = send(cleo, action="note", text="Which soup?", **{"label-0": "neutral", "label-1": "positive"})
    assert "Which soup?" in noted
    assert re.findall(r'name="label-\d" value="(\w+)" checked', noted) == ["neutral", "positive"]  # chosen, not saved
    assert not site.state().state.items["r0"].decisions
    send(cleo, action="escalate", text="")
    send(site.visitor("dora"), **{"label-0": "negative"})
    assert site.state().state.items["r0"].source == "expert"


def test_a_skip_needs_a_reason(site: Site) -> None:
    anna = site.visitor("anna")
    refused = send(anna, action="skip", text=" ", **{"label-0": "neutral"})
    assert "Say why" in refused
    assert 'name="label-0" value="neutral" checked' in refused
    send(anna, action="skip", text="Not a review.")
    assert site.state().state.items["r0"].skips == {"anna": "Not a review."}


def test_annotators_see_only_their_tasks(site: Site) -> None:
    anna = site.visitor("anna")
    assert anna.get("/", follow_redirects=False).headers["location"] == "/annotate"
    for path in ("/annotate/cafe/agreement", "/annotate/cafe/items", "/upload", "/api", "/api/v1/files"):
        assert anna.get(path).status_code == 403, path
    assert site.program("anna").get("/api/v1/annotate/cafe/agreement").status_code == 403
    assert site.program("anna").get("/api/v1/annotate/cafe").status_code == 403
    assert anna.get("/annotate/other").status_code == 404
    assert TestClient(site.app, base_url="http://localhost").get("/annotate/cafe").url.path == "/login"


def test_managers_see_agreement_and_the_reviews_behind_a_number(site: Site) -> None:
    for who, answers in (("anna", (GOOD, GOOD, {})), ("ben", (GOOD, BAD, {}))):
        for id, answer in zip(("r0", "r1", "r2"), answers, strict=True):
            site.project.answer(who, id, "label", answer)
    cleo = site.visitor("cleo")
    page = cleo.get("/annotate/cafe/agreement").text
    link = re.search(r'href="(/annotate/cafe/items\?first=negative&amp;second=positive)"', page)
    assert link
    items = cleo.get(link[1].replace("&amp;", "&")).text
    assert "味道很好😀但是太慢" in items
    assert "Fine." not in items
    figures = site.program("cleo").get("/api/v1/annotate/cafe/agreement").json()
    assert figures["overall"]["percent"]["value"] == pytest.approx(5 / 6)
    assert site.visitor("root").get("/annotate/cafe/agreement").status_code == 200  # who runs the server may look


def test_programs_answer_too_and_twice_is_once(site: Site) -> None:
    anna = site.program("anna")
    task = anna.get("/api/v1/annotate/cafe/task").json()
    assert task == {"done": False, "item": "r0", "text": TEXTS[0], "stage": "label"}
    said = {"item": "r0", "answer": GOOD, "key": "k1"}
    assert anna.post("/api/v1/annotate/cafe/answers", json=said).status_code == 200
    assert anna.post("/api/v1/annotate/cafe/answers", json=said).status_code == 200
    assert (site.project.folder / "journal.jsonl").read_text().count('"do":"answer"') == 1
    wrong = anna.post("/api/v1/annotate/cafe/answers", json={"item": "r1", "answer": {"food": "good"}})
    assert (wrong.status_code, wrong.json()["error"]) == (422, "input")
    late = anna.post("/api/v1/annotate/cafe/answers", json={"item": "r0", "stage": "adjudicate", "answer": GOOD})
    assert (late.status_code, late.json()["error"]) == (409, "conflict")
    assert site.program("cleo").get("/api/v1/annotate/cafe").json()["rounds"][0]["stages"] == {"label": 3}


def test_pages_are_whole_while_others_answer(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.project.add_items([AnnotationItem(f"s{n}", f"Text {n}.") for n in range(30)])
    site.project.start_round(site.project.unlabelled())
    site.tokens |= {f"p{n}": site.project.invite(f"p{n}", "annotator") for n in range(4)}

    def answer(name: str) -> int:
        client, count = site.program(name), 0
        while not (task := client.get("/api/v1/annotate/cafe/task").json())["done"]:
            said = {"item": task["item"], "stage": task["stage"], "answer": GOOD if count % 3 else BAD}
            assert client.post("/api/v1/annotate/cafe/answers", json=said).status_code == 200
            count += 1
        return count

    cleo = site.visitor("cleo")
    with ThreadPoolExecutor(4) as pool:
        working = [pool.submit(answer, f"p{n}") for n in range(4)]
        while not all(one.done() for one in working):
            for page in ("", "/agreement", "/items", "/task"):
                assert cleo.get(f"/annotate/cafe{page}").status_code == 200
    assert sum(one.result() for one in working) >= 2 * 33
    assert all(len(one.labels) == 2 for one in site.state().state.items.values())


def test_a_form_of_another_site_is_refused(site: Site) -> None:
    anna = site.visitor("anna")
    anna.get("/annotate/cafe/task")
    answer = anna.post("/annotate/cafe/task", data={"item": "r0", "stage": "label", "csrf": "forged"})
    assert answer.status_code == 403
    assert site.state().state.items["r0"].labels == {}


def test_who_is_invited_while_the_app_runs_can_log_in(site: Site) -> None:
    site.tokens["eve"] = Project(site.project.folder).invite("eve", "annotator")
    assert site.program("eve").get("/api/v1/annotate/cafe/task").json()["item"] == "r0"


def test_training_gives_feedback_and_a_low_score_stops(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.project.add_items([AnnotationItem("g", "Bad soup.", gold=BAD)])
    site.project.start_training()
    anna = site.visitor("anna")
    assert "negative" not in re.sub(r"(?s)<fieldset.*?</fieldset>|<details.*", "", anna.get("/annotate/cafe/task").text)
    page = send(anna, **{"label-0": "positive"})
    assert "0 % right" in page
    assert "below what is needed" in anna.get("/annotate/cafe/task").text


@pytest.mark.parametrize("kind", ["spans", "mentions", "stars"])
def test_every_kind_has_its_page_in_both_languages(tmp_path: Path, kind: str) -> None:
    site = Site(tmp_path, kind)
    anna = site.visitor("anna")
    for ui, word in (("en", "Save"), ("zh", "保存")):
        assert word in anna.get(f"/annotate/cafe/task?ui={ui}").text
    if kind == "stars":
        send(anna, **{"label-0": "4"})
        assert site.state().state.items["r0"].labels["anna"].answer == {"stars": "4"}
    else:
        label = site.project.scheme.labels[0]
        send(anna, answer=f'[[5, 9, "{label}"]]')
        assert site.state().state.items["r0"].labels["anna"].answer == [[5, 9, label]]
        assert "does not lie in the text" in send(anna, answer=f'[[5, 999, "{label}"]]')
