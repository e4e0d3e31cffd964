"""Files of labels, in and out: JSON Lines with every annotator's answers, ASAP's CSV, SemEval XML, CoNLL, Label Studio.

Reading gives ``LabelledItem``s, writing takes them. JSON Lines keeps everything; the others keep the final answer of
each review (Label Studio: every annotator's), so that what is read back is what was written.
"""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from voxpop.annotate.rounds import AnnotationItem, GivenAnswer, ItemState, ProjectState
from voxpop.annotate.scheme import Answer, AnswerError, Scheme, marks
from voxpop.errors import InputError, OptionError
from voxpop.metrics.clusters import conll_documents, conll_mentions
from voxpop.registry import Registry

POLARITY_CODES = {"positive": "1", "neutral": "0", "negative": "-1"}
VALUES_OF_CODES = {code: value for value, code in POLARITY_CODES.items()}
NOT_MENTIONED = "-2"
ASAP_HEADERS = (("index", "reviewbody", "star"), ("id", "review", "star"))  # of the sample and of the release
ASAP_ASPECTS = ("location", "service", "price", "environment", "ambience", "dish", "food")
_WORDS = re.compile(r"[A-Za-z0-9\u00c0-\u024f]+|\S")  # letters of an alphabet together, other characters one by one
_NAME = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class LabelledItem:
    """A review with its final answer, and everything that people said of it before."""

    item: AnnotationItem
    final: Answer | None = None
    labels: Mapping[str, GivenAnswer] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)  # what else JSON Lines has

    @property
    def best(self) -> Answer | None:
        """The final answer, else the gold one."""
        return self.final if self.final is not None else self.item.gold


Writer = Callable[[Sequence[LabelledItem], Scheme], str]
Reader = Callable[[str, Scheme, Mapping[str, str]], Iterable[LabelledItem]]  # text, scheme, known texts by id
WRITERS: Registry[Writer] = Registry("format")
READERS: Registry[Reader] = Registry("format")
SUFFIXES = {".jsonl": "jsonl", ".csv": "asap", ".xml": "semeval", ".conll": "conll", ".json": "label-studio"}


def format_of(path: Path, given: str | None) -> str:
    """Return the format that was asked for, or that the ending of the file's name says."""
    if given is None and path.suffix.lower() not in SUFFIXES:
        raise OptionError(
            f"The format of {path} is not clear from its name: pass --format {'|'.join(SUFFIXES.values())}."
        )
    return given or SUFFIXES[path.suffix.lower()]


def labelled_items(state: ProjectState, posteriors: Mapping[str, Any] | None = None) -> list[LabelledItem]:
    """Return every review of a project that is in a round or has gold, with all that happened to it."""
    return [
        LabelledItem(item.item, item.final, item.labels, _record(item, state, posteriors or {}))
        for item in state.items.values()
        if item.round or item.item.gold is not None
    ]


def _record(item: ItemState, state: ProjectState, posteriors: Mapping[str, Any]) -> dict[str, Any]:
    facts = {
        "source": item.source,
        "round": item.round,
        "stage": item.stage,
        "earlier": [[_given_fields(given) for given in labels.values()] for labels in item.earlier],
        "review": _given_fields(item.review),
        "decisions": [_given_fields(given) for given in item.decisions.values()],
        "expert": _given_fields(item.expert),
        "imported": _given_fields(item.imported),
        "check": _given_fields(item.check) and {**(_given_fields(item.check) or {}), "found_wrong": item.wrong},
        "skips": item.skips,
        "notes": [{"who": who, "at": at, "text": text} for who, at, text in item.notes],
        "model": state.model.get(item.item.id, {}).get("answer"),
        "posterior": posteriors.get(item.item.id),
    }
    return {name: value for name, value in facts.items() if value}


def _given_fields(given: GivenAnswer | None) -> dict[str, Any] | None:
    return {name: value for name, value in given._asdict().items() if value not in (None, "")} if given else None


def read_labels(path: Path, scheme: Scheme, format: str, texts: Mapping[str, str]) -> list[LabelledItem]:
    """Read a file of labels. Every answer is checked against the scheme and its text; ids must be distinct."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text: {error}.") from None
    seen: dict[str, LabelledItem] = {}
    try:
        for entry in READERS[format](text, scheme, texts):
            if entry.item.id in seen:
                raise InputError(f"the id {entry.item.id!r} is there twice.")
            seen[entry.item.id] = _checked(entry, scheme)
    except (InputError, LookupError, TypeError, ValueError) as error:
        place = f"{path}, after {len(seen):,} reviews"
        words = str(error) if isinstance(error, InputError) else f"this is not the format {format} ({error!r})."
        raise InputError(f"{place}: {words}") from None
    return list(seen.values())


def _checked(entry: LabelledItem, scheme: Scheme) -> LabelledItem:
    def check(answer: Answer | None) -> Answer | None:
        try:
            return None if answer is None else scheme.check(answer, entry.item.text)
        except AnswerError as error:
            hint = "A scheme of your own can have other labels and values: voxpop annotate new --scheme own.toml."
            raise InputError(f"review {entry.item.id!r}: {error} {hint}") from None

    labels = {who: given._replace(answer=check(given.answer) or given.answer) for who, given in entry.labels.items()}
    return LabelledItem(replace(entry.item, gold=check(entry.item.gold)), check(entry.final), labels)


# --- JSON Lines: everything


@WRITERS.register("jsonl")
def write_jsonl(items: Sequence[LabelledItem], scheme: Scheme) -> str:
    """One review a line, with every annotator's labels, what was decided, and how."""
    lines = []
    for entry in items:
        facts = {name: value for name, value in asdict(entry.item).items() if value is not None}
        given = {"labels": entry.final, "annotations": [_given_fields(answer) for answer in entry.labels.values()]}
        lines.append(json.dumps({**facts, **given, **entry.record}, ensure_ascii=False) + "\n")
    return "".join(lines)


@READERS.register("jsonl")
def read_jsonl(text: str, scheme: Scheme, texts: Mapping[str, str]) -> Iterator[LabelledItem]:
    """What ``write_jsonl`` wrote, or lines with ``id``, ``text`` and ``labels`` or ``annotations``."""
    for line in filter(str.strip, text.split("\n")):
        facts = json.loads(line)
        item = AnnotationItem(str(facts["id"]), facts["text"], facts.get("stars"), facts.get("gold"))
        given = [GivenAnswer(**{"at": time.time(), **answer}) for answer in facts.get("annotations", [])]
        yield LabelledItem(item, facts.get("labels"), {answer.who: answer for answer in given})


# --- ASAP: one column for each category


@WRITERS.register("asap")
def write_asap(items: Sequence[LabelledItem], scheme: Scheme) -> str:
    """ASAP's columns: id, review, star, and 1, 0, -1 or -2 (not mentioned) for each category."""
    _need(scheme, "asap", "categories", "stars")
    file = io.StringIO(newline="")
    table = csv.writer(file)
    table.writerow([*ASAP_HEADERS[1], *scheme.labels])
    for entry in items:
        if entry.best is not None:
            cells = [dict(entry.best).get(label) for label in scheme.labels]
            codes = [NOT_MENTIONED if cell is None else POLARITY_CODES.get(cell, cell) for cell in cells]
            star = "" if entry.item.stars is None else f"{entry.item.stars:g}"
            table.writerow([entry.item.id, entry.item.text, star, *codes])
    return file.getvalue()


@READERS.register("asap")
def read_asap_labels(text: str, scheme: Scheme, texts: Mapping[str, str]) -> Iterator[LabelledItem]:
    """A table with ASAP's columns; those of the categories are found by their names."""
    _need(scheme, "asap", "categories", "stars")
    for row in csv.DictReader(io.StringIO(text, newline="")):
        columns = [name for name in row if name]
        names = next((head for head in ASAP_HEADERS if {name.lower() for name in columns} >= set(head)), None)
        aspects = [name.lower() for name in columns[3:]]
        if len(aspects) == len(scheme.labels) and all(name.startswith(ASAP_ASPECTS) for name in aspects):
            # the two headers differ in names only
            row = dict(zip([*columns[:3], *scheme.labels], row.values(), strict=False))
        if names is None or any(row.get(label) is None for label in scheme.labels):
            wanted = [*ASAP_HEADERS[1], *scheme.labels]
            raise InputError(f"the columns are {', '.join(columns)}; needed: {', '.join(wanted)}.")
        cells = {name.lower(): value for name, value in row.items() if name}
        id, body, star = (cells[name] for name in names)
        codes = {label: row[label].strip().removesuffix(".0") for label in scheme.labels}
        words = {} if set(scheme.values) & set(VALUES_OF_CODES) else VALUES_OF_CODES
        answer = {label: words.get(code, code) for label, code in codes.items() if code not in ("", NOT_MENTIONED)}
        yield LabelledItem(AnnotationItem(id, body, float(star) if star else None), answer)


# --- SemEval: aspectCategory, or aspectTerm


@WRITERS.register("semeval")
def write_semeval(items: Sequence[LabelledItem], scheme: Scheme) -> str:
    """SemEval-2014's XML: categories or terms of each review with their polarity."""
    _need(scheme, "semeval", "categories", "spans")
    root = ElementTree.Element("sentences")
    for entry in items:
        if entry.best is None:
            continue
        sentence = ElementTree.SubElement(root, "sentence", id=entry.item.id)
        ElementTree.SubElement(sentence, "text").text = entry.item.text
        if isinstance(entry.best, dict):
            parent = ElementTree.SubElement(sentence, "aspectCategories")
            for category, polarity in entry.best.items():
                ElementTree.SubElement(parent, "aspectCategory", category=category, polarity=polarity)
        else:
            parent = ElementTree.SubElement(sentence, "aspectTerms")
            for start, end, polarity, *_ in entry.best:
                place = {"from": str(start), "to": str(end), "term": entry.item.text[start:end], "polarity": polarity}
                ElementTree.SubElement(parent, "aspectTerm", place)
    ElementTree.indent(root)
    xml = ElementTree.tostring(root, encoding="unicode")
    # line ends of a text and of its terms are written as references, or a reader would change them
    xml = "".join(part if part.startswith("<") else part.replace("\r", "&#13;") for part in re.split(r"(<[^>]*>)", xml))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n'


@READERS.register("semeval")
def read_semeval_labels(text: str, scheme: Scheme, texts: Mapping[str, str]) -> Iterator[LabelledItem]:
    """SemEval-2014's XML, or 2015's and 2016's with opinions."""
    _need(scheme, "semeval", "categories", "spans")
    try:
        root = fromstring(text.encode())
    except (ElementTree.ParseError, DefusedXmlException) as error:
        raise InputError(f"this is not whole XML: {error}.") from None
    for place, sentence in enumerate(root.iter("sentence"), start=1):
        item = AnnotationItem(sentence.get("id") or str(place), sentence.findtext("text") or "")
        opinions = [*sentence.iter("Opinion")]
        if scheme.marks_spans:
            terms = [*sentence.iter("aspectTerm"), *(tag for tag in opinions if tag.get("target") != "NULL")]
            spans = [[int(tag.get("from", "")), int(tag.get("to", "")), tag.get("polarity")] for tag in terms]
            yield LabelledItem(item, spans)
        else:
            named = [*sentence.iter("aspectCategory"), *opinions]
            yield LabelledItem(item, {str(tag.get("category")): str(tag.get("polarity")) for tag in named})


# --- CoNLL: mentions in the brackets of the last column


@WRITERS.register("conll")
def write_conll_mentions(items: Sequence[LabelledItem], scheme: Scheme) -> str:
    """CoNLL-2012's columns; a bracket holds the type of a mention and the number of what it refers to."""
    _need(scheme, "conll", "mentions", "spans")
    lines = []
    for entry in items:
        if entry.best is None:
            continue
        name = re.sub(r"\s", "_", entry.item.id)
        lines.append(f"#begin document ({name}); part 000")
        lines += [f"{name}\t0\t{at}\t{word}\t{cell}" for at, (word, cell) in enumerate(_conll_rows(entry))]
        lines += ["", "#end document", ""]
    return "\n".join(lines)


def _conll_rows(entry: LabelledItem) -> Iterator[tuple[str, str]]:
    """Yield tokens and brackets; a token that a mention begins or ends in is cut there."""
    text = entry.item.text
    cuts = {edge for start, end, _ in marks(entry.best or []) for edge in (start, end)}
    edges = sorted(cuts | {edge for word in _WORDS.finditer(text) for edge in word.span()})
    tokens = [(a, b) for a, b in pairwise(edges) if not text[a:b].isspace()]
    cells: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    spans: Any = entry.best or []
    for (a, b, first), (c, d, second) in combinations(marks(spans), 2):
        if first == second and a < c < b < d:
            raise InputError(f"Review {entry.item.id!r}: two spans of {first!r} cross, which CoNLL cannot hold.")
    for start, end, label, *entity in spans:
        inside = [token for token in tokens if start <= token[0] and token[1] <= end]
        mark, length = _mark(label, *entity), len(inside)
        if length == 1:
            cells.setdefault(inside[0], []).append((1, 0, f"({mark})"))
        elif inside:
            cells.setdefault(inside[0], []).append((0, -length, f"({mark}"))
            cells.setdefault(inside[-1], []).append((2, length, f"{mark})"))
    for token in tokens:
        yield text[slice(*token)], "|".join(mark for *_, mark in sorted(cells.get(token, []))) or "-"


def _mark(label: str, entity: str = "") -> str:
    """Return the type and what it refers to as one word: main, or competing__Nikon."""
    return "__".join(_NAME.sub("_", part) for part in (label, entity) if part)


@READERS.register("conll")
def read_conll_mentions(text: str, scheme: Scheme, texts: Mapping[str, str]) -> Iterator[LabelledItem]:
    """Mentions of reviews that are in the project already: CoNLL does not keep the spaces of a text."""
    _need(scheme, "conll", "mentions", "spans")
    labels = {_NAME.sub("_", label): label for label in scheme.labels}
    by_name = {re.sub(r"\s", "_", id): id for id in texts}
    for name, _, rows in conll_documents(text):
        if name not in by_name:
            raise InputError(f"the document {name!r} is no review of the project; import the reviews first.")
        whole, place = texts[by_name[name]], 0
        tokens: list[tuple[int, int]] = []
        for _, row in rows:
            word = row.split("\t")[3]
            start = whole.find(word, place)
            if start < 0:
                raise InputError(f"the token {word!r} of {name!r} is not in the text of that review.")
            place = start + len(word)
            tokens.append((start, place))
        spans: list[list[Any]] = []
        for mark, mentions in conll_mentions(rows).items():
            label, _, entity = mark.partition("__")
            names = [labels.get(label, label), *([entity] if entity else [])]
            spans += [[tokens[first][0], tokens[end - 1][1], *names] for first, end in mentions]
        yield LabelledItem(AnnotationItem(by_name[name], whole), spans)


# --- Label Studio: tasks with annotations; offsets there count UTF-16 units


@WRITERS.register("label-studio")
def write_label_studio(items: Sequence[LabelledItem], scheme: Scheme) -> str:
    """Label Studio's JSON of tasks, one annotation for each annotator and one, by "final", for what was decided.

    Label Studio refuses annotations by people whom it does not know, and gives those without a name to whoever imports
    them. So the names stand in the task's ``meta``, in the order of the ids, which it keeps as ``import_id``.
    """
    tasks = []
    for entry in items:
        given = list(entry.labels.values())
        given += [GivenAnswer("final", entry.final, 0.0)] if entry.final is not None else []
        annotations = [
            {
                "id": place,
                "result": _results(answer.answer, entry.item.text),
                "lead_time": answer.seconds,
                "ground_truth": answer.who == "final",
            }
            for place, answer in enumerate(given)
        ]
        data = {"id": entry.item.id, "text": entry.item.text, "stars": entry.item.stars}
        facts = {name: value for name, value in data.items() if value is not None}
        tasks.append({"data": facts, "meta": {"annotators": [by.who for by in given]}, "annotations": annotations})
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def label_studio_config(scheme: Scheme) -> str:
    """Return the labelling interface of Label Studio for a scheme."""
    view = ElementTree.Element("View")
    ElementTree.SubElement(view, "Text", name="text", value="$text")
    if scheme.marks_spans:
        parent = ElementTree.SubElement(view, "Labels", name="label", toName="text")
        for label in scheme.labels:
            ElementTree.SubElement(parent, "Label", value=label)
    for label in scheme.labels if not scheme.marks_spans else ():
        ElementTree.SubElement(view, "Header", value=label)
        parent = ElementTree.SubElement(view, "Choices", name=label, toName="text", choice="single")
        for value in scheme.values:
            ElementTree.SubElement(parent, "Choice", value=value)
    ElementTree.indent(view)
    return ElementTree.tostring(view, encoding="unicode") + "\n"


def _results(answer: Answer, text: str) -> list[dict[str, Any]]:
    if isinstance(answer, dict):
        return [
            {"from_name": label, "to_name": "text", "type": "choices", "value": {"choices": [value]}}
            for label, value in answer.items()
        ]
    results = []
    for start, end, label, *entity in answer:
        value = {"start": units(text[:start]), "end": units(text[:end]), "text": text[start:end], "labels": [label]}
        meta = {"meta": {"text": entity}} if entity else {}
        results.append({"from_name": "label", "to_name": "text", "type": "labels", "value": value, **meta})
    return results


@READERS.register("label-studio")
def read_label_studio(text: str, scheme: Scheme, texts: Mapping[str, str]) -> Iterator[LabelledItem]:
    """An export of Label Studio in JSON; an annotation by "final" is the final answer."""
    for place, task in enumerate(json.loads(text), start=1):
        data = task["data"]
        item = AnnotationItem(str(data.get("id", task.get("id", place))), data["text"], data.get("stars"))
        labels: dict[str, GivenAnswer] = {}
        names = dict(enumerate((task.get("meta") or {}).get("annotators", [])))
        for annotation in task.get("annotations", []):
            if not annotation.get("was_cancelled"):
                by = annotation.get("completed_by", "unknown")
                by = by.get("email", by.get("id")) if isinstance(by, dict) else by
                who = str(names.get(annotation.get("import_id", annotation.get("id")), by))
                answer = _answer(annotation["result"], item.text, scheme)
                labels[who] = GivenAnswer(who, answer, 0.0, annotation.get("lead_time"))
        final = labels.pop("final", None)
        yield LabelledItem(item, final.answer if final else None, labels=labels)


def _answer(results: Iterable[Mapping[str, Any]], text: str, scheme: Scheme) -> Answer:
    if not scheme.marks_spans:
        chosen = [result for result in results if result["type"] == "choices"]
        return {result["from_name"]: result["value"]["choices"][0] for result in chosen}
    spans: list[list[Any]] = []
    for result in (result for result in results if result["type"] == "labels"):
        value = result["value"]
        start, end = code_points(text, value["start"]), code_points(text, value["end"])
        entity = result.get("meta", {}).get("text", [])
        spans += [[start, end, label, *entity[:1]] for label in value["labels"]]
    return spans


def units(text: str) -> int:
    """Return how many UTF-16 units a text has."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def code_points(text: str, place: int) -> int:
    """Return the offset in code points of an offset in UTF-16 units."""
    before = text.encode("utf-16-le", "surrogatepass")[: 2 * place]
    return len(before.decode("utf-16-le", "surrogatepass"))


def _need(scheme: Scheme, format: str, *kinds: str) -> None:
    if scheme.kind not in kinds:
        raise OptionError(f"The format {format} holds {' or '.join(kinds)}; this project has {scheme.kind}.")
