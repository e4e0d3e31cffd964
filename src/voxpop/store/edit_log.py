"""The user's edits in a .voxpop file: a log of what was done, and the tables as they are after it.

The tables ``opinions``, ``aspects`` and ``quotes`` hold what the edits made of them, so everything that reads a file
shows the edited aspects. What was found stays in ``found_…``: undoing puts it back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.edited_layout import Layout, Slot, arrange, layout
from voxpop.aggregate.operations import operate
from voxpop.aggregate.table_edits import TableEdits
from voxpop.aggregate.table_edits_file import read, write
from voxpop.errors import OptionError
from voxpop.lang import language
from voxpop.lang.punctuation import CLAUSE_BREAKS
from voxpop.store.counting import TERM
from voxpop.store.database import reading
from voxpop.store.page_tables import fill_page_tables
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store
from voxpop.store.writable import Writable
from voxpop.types import Aspect

Combination = tuple[str, str | None, str | None, str | None]  # language, aspect, category, words
EDITS_FILE = "sheet"  # the kind of an edit that is a whole file of them, as stored in files
SAME = """o.review = f.review AND o.start = f.start AND o."end" = f."end" """
FOUND = f"{SAME} AND o.aspect IS NOT DISTINCT FROM f.aspect AND o.category IS NOT DISTINCT FROM f.category"
NOW = f"{SAME} AND o.aspect IS NOT DISTINCT FROM f.now_aspect AND o.category IS NOT DISTINCT FROM f.now_category"
MADE = "* EXCLUDE (now_aspect, now_category, gone)"
COMBINATION = f"""{REVIEW_LANGUAGE}, o.aspect, o.category,
    CASE WHEN EXISTS (FROM torn t WHERE t.lang = r.lang AND (t.aspect IS NULL OR t.aspect = o.aspect)
    AND (t.category IS NULL OR t.category = o.category)) THEN {TERM} END"""
COMBINATIONS = f"""SELECT DISTINCT {COMBINATION} FROM (SELECT review, text, aspect, category FROM opinions
    UNION ALL SELECT review, text, aspect, category FROM found_opinions) o JOIN reviews r ON r.seq = o.review"""
# Opinions that a row has already when an edit moves them there: they are not counted twice, and are restored when the
# opinions that they repeat move away.
DOUBLES = f"""SELECT DISTINCT {COMBINATION} FROM found_opinions o JOIN reviews r ON r.seq = o.review
    WHERE o.gone AND (o.now_aspect IS NOT NULL OR o.now_category IS NOT NULL)"""
ON_THE_MOVE = f"""JOIN reviews r ON r.seq = o.review JOIN moves m ON m.lang = {REVIEW_LANGUAGE}
    AND m.aspect IS NOT DISTINCT FROM o.aspect AND m.category IS NOT DISTINCT FROM o.category
    AND (m.term IS NULL OR m.term = {TERM})"""
RESTORE = f"""
    CREATE TEMP TABLE back AS SELECT o.* FROM found_opinions o {ON_THE_MOVE};
    DELETE FROM opinions o USING back f WHERE NOT f.gone AND {NOW};
    DELETE FROM found_opinions o USING back f WHERE {FOUND};
    INSERT INTO opinions BY NAME SELECT {MADE} FROM back;
    DROP TABLE back"""
MOVE = f"""
    CREATE TEMP TABLE moving AS SELECT o.*, m.now_aspect, m.now_category,
        m.now_aspect IS NULL AND m.now_category IS NULL AS gone FROM opinions o {ON_THE_MOVE}
        WHERE (m.aspect IS DISTINCT FROM m.now_aspect OR m.category IS DISTINCT FROM m.now_category)
        AND NOT EXISTS (FROM found_opinions f WHERE NOT f.gone AND {NOW});
    DELETE FROM opinions o USING moving f WHERE {FOUND};
    UPDATE moving f SET gone = true WHERE EXISTS (FROM opinions o WHERE {NOW})
        OR EXISTS (FROM moving o WHERE {SAME} AND o.now_aspect IS NOT DISTINCT FROM f.now_aspect
        AND o.now_category IS NOT DISTINCT FROM f.now_category AND (o.confidence, coalesce(o.aspect, ''),
        coalesce(o.category, '')) > (f.confidence, coalesce(f.aspect, ''), coalesce(f.category, '')));
    INSERT INTO opinions BY NAME
        SELECT {MADE} REPLACE (now_aspect AS aspect, now_category AS category) FROM moving WHERE NOT gone;
    INSERT INTO found_opinions BY NAME FROM moving;
    DROP TABLE moving"""


# Rows that show an opinion which is on something else by now, though it still stands behind them.
STALE = """SELECT DISTINCT row_id FROM row_opinions f ANTI JOIN opinions o ON o.review = f.review AND o.start = f.start
    AND o."end" = f."end" AND o.aspect IS NOT DISTINCT FROM f.aspect AND o.category IS NOT DISTINCT FROM f.category"""
# What a row can be made from: the mentions where their targets stand, and where the words of the opinions do.
SAID = f"""(SELECT m.* EXCLUDE (term, lemmas, is_name), substring(r.text, m.start + 1, m."end" - m.start) AS text,
    {REVIEW_LANGUAGE} AS lang FROM (FROM mentions UNION ALL
    SELECT * EXCLUDE i REPLACE (opinion_words[2 * i + 1] AS start, opinion_words[2 * i + 2] AS "end")
    FROM (SELECT *, unnest(range(len(opinion_words) // 2)) AS i FROM mentions WHERE term <> '')) m
    JOIN reviews r ON r.seq = m.review)"""
# Of these, what has some words and shares no character with an opinion.
TAKE_IN = f"""INSERT INTO opinions BY NAME SELECT DISTINCT ON (o.review, o.start, o."end")
    o.* EXCLUDE lang REPLACE (NULL AS category), NULL AS aspect FROM {SAID} o
    WHERE (o.lang, {TERM}) IN (SELECT (lang, term) FROM wanted)
    AND NOT EXISTS (FROM opinions p WHERE p.review = o.review AND p.start < o."end" AND o.start < p."end")
    AND NOT EXISTS (FROM found_opinions p WHERE p.review = o.review AND p.start < o."end" AND o.start < p."end")
    ORDER BY o.review, o.start, o."end", o.confidence DESC, o.polarity"""
MOST_TERMS = 500  # of an added row


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: what was done when and by whom, and whether it was undone."""

    seq: int
    made: datetime
    who: str
    kind: str
    args: Mapping[str, Any]
    undone: datetime | None = None
    undone_by: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Opinions of one kind that go elsewhere."""

    lang: str
    aspect: str | None
    category: str | None
    term: str | None  # only those with these words; None: all
    now_aspect: str | None
    now_category: str | None


def history(store: Store) -> list[Edit]:
    """Return every edit, oldest first, those that were undone among them."""
    rows = store._all("SELECT seq, made, who, kind, args, undone, undone_by FROM edits ORDER BY seq")
    return [
        Edit(seq, made.replace(tzinfo=UTC), who, kind, json.loads(args), undone and undone.replace(tzinfo=UTC), by)
        for seq, made, who, kind, args, undone, by in rows
    ]


def undoable(edits: Iterable[Edit]) -> Edit | None:
    """Return the last edit that holds."""
    return max((edit for edit in edits if edit.undone is None), key=lambda edit: edit.seq, default=None)


def redoable(edits: Iterable[Edit]) -> Edit | None:
    """Return the edit that was undone last, if nothing was done since."""
    edits = list(edits)
    last = undoable(edits)
    after = [edit for edit in edits if edit.undone is not None and edit.seq > (last.seq if last else -1)]
    return min(after, key=lambda edit: edit.seq, default=None)


def found_aspects(store: Store) -> list[Aspect]:
    """Return the table as it was before any edit."""
    return list(store._aspects("found_aspects", "found_quotes") or store.aspects)


def table_edits_of(store: Store) -> TableEdits:
    """What all edits that hold come to."""
    return replay(found_aspects(store), history(store))


def replay(aspects: list[Aspect], edits: Iterable[Edit]) -> TableEdits:
    table_edits = TableEdits()
    for edit in (edit for edit in edits if edit.undone is None):
        if edit.kind == EDITS_FILE:
            table_edits = read(edit.args["toml"].encode(), where="the file of aspects")
        else:
            table_edits = operate(table_edits, layout(aspects, table_edits), edit.kind, edit.args)
    return table_edits


def layout_of(store: Store) -> Layout:
    return layout(found_aspects(store), table_edits_of(store))


def do(store: Writable, kind: str, args: Mapping[str, Any], *, who: str) -> Layout:
    """Do an edit of the table."""
    aspects = found_aspects(store)
    table_edits = replay(aspects, history(store))
    changed = operate(table_edits, layout(aspects, table_edits), kind, args)
    if changed == table_edits:
        raise OptionError("The table already has this edit.")
    _log(store, kind, args, who=who)
    made = rebuild(store, aspects, table_edits, changed)
    rows = {id for (id,) in store._all("SELECT id FROM aspects")}
    for id in (set(changed.ids()) - set(table_edits.ids())) & {
        entry.id for entry in changed if entry.split or entry.added
    }:
        if id not in rows:
            raise OptionError("No opinion uses these words, so the row would be empty. Choose others.")
    return made


def add(store: Writable, name: str, words: Sequence[str], *, who: str) -> Layout:
    """Make a row from words, with all terms and opinion words that hold one of them, in the language with most."""
    wanted = [word for word in (" ".join(word.lower().split()) for word in words or [name]) if word]
    terms_of = {lang: terms_with(store, wanted, lang) for lang in store.languages()}
    lang = max(terms_of, key=lambda code: len(terms_of[code]), default="")
    if not lang or not terms_of[lang]:
        raise OptionError(f"No opinion has the words {', '.join(wanted) or name!r}. Choose others.")
    return do(store, "add", {"name": name, "terms": terms_of[lang], "lang": lang}, who=who)


def split_words(text: str) -> list[str]:
    """Return the words between the commas of any language."""
    return [word for word in re.split(f"[{re.escape(CLAUSE_BREAKS)}]", text) if word.strip()]


def terms_with(store: Store, words: Sequence[str], lang: str) -> list[str]:
    """Return the terms and opinion words in a language that hold one of some words: "battery life" holds "battery"."""
    query = f"""SELECT {TERM} AS term FROM (SELECT lang, text FROM {SAID} UNION ALL SELECT {REVIEW_LANGUAGE}, o.text
        FROM opinions o JOIN reviews r ON r.seq = o.review) o WHERE lang = ? GROUP BY 1 ORDER BY count(*) DESC, term"""
    spaced, lemma = language(lang).script.IS_SPACED, language(lang).lemmas.lemma

    def key(text: str) -> str:
        return f" {' '.join(lemma(word, 'NOUN') for word in text.split())} " if spaced else text

    wanted = [key(word) for word in words]
    return [term for (term,) in store._all(query, [lang]) if any(word in key(term) for word in wanted)][:MOST_TERMS]


def apply(store: Writable, table_edits: TableEdits, *, who: str) -> Layout:
    """Edit as a file of aspects says, instead of whatever was edited before."""
    aspects, before = found_aspects(store), table_edits_of(store)
    _log(store, EDITS_FILE, {"toml": write(table_edits)}, who=who)
    return rebuild(store, aspects, before, table_edits)


class StaleEdit(OptionError):
    """The edit to undo or redo is not the one whose turn it is: somebody edited the table meanwhile."""


def undo(store: Writable, *, seq: int | None = None, who: str) -> Edit:
    """Take the last edit back. Raises a StaleEdit where that is another one than ``seq`` says."""
    last = _in_turn(undoable(history(store)), seq, "undo")
    return _mark(store, last, datetime.now(UTC).replace(tzinfo=None), who)


def redo(store: Writable, *, seq: int | None = None, who: str) -> Edit:
    """Do again what was undone last. Raises a StaleEdit where that is another one than ``seq`` says."""
    return _mark(store, _in_turn(redoable(history(store)), seq, "do again"), None, None)


def _in_turn(edit: Edit | None, seq: int | None, what: str) -> Edit:
    """Return the edit whose turn it is; raise where there is none or another one is meant."""
    if seq is not None and (edit is None or edit.seq != seq):
        last = f"The last one is number {edit.seq}." if edit else "There is none."
        raise StaleEdit(f"Edit {seq} is not the one whose turn it is. {last} voxpop edits FILE lists them.")
    if edit is None:
        raise OptionError(f"There is nothing to {what}.")
    return edit


def _log(store: Writable, kind: str, args: Mapping[str, Any], *, who: str) -> None:
    text = json.dumps(dict(args), ensure_ascii=False)
    statement = "INSERT INTO edits SELECT coalesce(max(seq), 0) + 1, ?, ?, ?, ?, NULL, NULL FROM edits"
    store._write(statement, datetime.now(UTC).replace(tzinfo=None), who, kind, text)


def _mark(store: Writable, edit: Edit, undone: datetime | None, who: str | None) -> Edit:
    """Mark an edit as undone, or as done, and make the tables what they are then."""
    before = table_edits_of(store)
    store._write("UPDATE edits SET undone = ?, undone_by = ? WHERE seq = ?", undone, who, edit.seq)
    rebuild(store, found_aspects(store), before, table_edits_of(store))
    return edit


def rebuild(store: Writable, aspects: list[Aspect], before: TableEdits, table_edits: TableEdits) -> Layout:
    """Make the tables what the table_edits wants, when they are as the one before wanted them."""
    old, made = layout(aspects, before), layout(aspects, table_edits)
    with reading():
        if not store.count("found_aspects"):
            store._write("INSERT INTO found_aspects BY NAME FROM aspects; INSERT INTO found_quotes BY NAME FROM quotes")
        now = {aspect.id: aspect for aspect in store.aspects}
        if made.places() == old.places():
            rows, counted = [now.get(slot.id) for slot in made.shown], set[str]()
        else:
            if made.added:  # mentions of their words are taken among the opinions: on nothing, to be moved
                langs, terms = map(list, zip(*made.added, strict=True))
                store._write(TAKE_IN, wanted=pa.table({"lang": langs, "term": terms}))
            rows, counted = _moved(store, old, made, now, {aspect.id: aspect for aspect in aspects})
        store._write("DELETE FROM opinions WHERE aspect IS NULL AND category IS NULL")  # taken in, and moved back
        for table in ("aspects", "quotes", "claims", "claim_quotes"):  # claims are made anew when they are asked for
            store._write(f"DELETE FROM {table}")
        ordered = arrange([row for row in rows if row is not None], made.slots) if len(table_edits) else aspects
        store.add_aspects(ordered)
        shown = {row.id: row for row in ordered}
        changed = {id for id in now.keys() | shown.keys() if _place(now.get(id)) != _place(shown.get(id))}
        changed |= {id for (id,) in store._all(STALE)}
        fill_page_tables(store._connection, store.side, sorted(counted | changed))
    return made


def _place(row: Aspect | None) -> tuple[str | None, ...]:
    """What decides which opinions stand behind a row, as long as these stay where they are."""
    return (row.name, row.category, row.parent) if row else ()


def _moved(
    store: Writable, old: Layout, made: Layout, now: Mapping[str, Aspect], found_rows: Mapping[str, Aspect]
) -> tuple[list[Aspect | None], set[str]]:
    """Move the opinions to where they belong; return the rows then, and the ids of those that were counted anew."""
    combinations, doubles = _combinations(store, old, made)
    before, moves = _moves(combinations, old), _moves(combinations, made)
    changed = [
        combination
        for combination in combinations
        if combination in doubles or old.place(*combination) != made.place(*combination)
    ]
    moved = [Move(*combination, *made.place(*combination)) for combination in changed]
    columns = {name: pa.array([getattr(move, name) for move in moved], pa.string()) for name in Move.__slots__}
    store._write(f"{RESTORE};{MOVE}", moves=pa.table(columns))  # by way of where they were found
    different = list(set(moves) ^ set(before))
    rows: list[Aspect | None] = []
    to_count: dict[int, Aspect] = {}  # by their places
    for place, slot in enumerate(made.shown):
        facts = {"name": slot.name, "category": _category(slot, made), "parent": slot.parent}
        earlier, changes = (now, different) if slot.id in now else (found_rows, moves)
        row = earlier.get(slot.id)
        if row is not None and not any(_touches(move, slot, facts["category"]) for move in changes):
            rows.append(replace(row, **facts))  # type: ignore[arg-type]
        else:
            to_count[place] = empty_row(slot.key, slot.terms, id=slot.id, **facts)
            rows.append(None)
    counted = store.fill_rows(list(to_count.values()), about=store.side)
    for place, filled in zip(to_count, counted, strict=True):
        rows[place] = filled
    return rows, {made.shown[place].id for place in to_count}


def _combinations(store: Writable, *layouts: Layout) -> tuple[list[Combination], set[Combination]]:
    """What opinions are found to be on, with their words where rows are split by them; and those of doubles."""
    keys = {key for made in layouts for key in made.split_rows()}
    torn = [{"lang": key.lang, "aspect": key.aspect, "category": key.category} for key in keys]
    torn += [
        {"lang": lang, "aspect": None, "category": None}
        for lang in {lang for made in layouts for lang, _ in made.added}
    ]
    schema = pa.schema({name: pa.string() for name in ("lang", "aspect", "category")})
    store._connection.register("torn", pa.Table.from_pylist(torn, schema=schema))
    combinations: list[Combination] = store._connection.execute(COMBINATIONS).fetchall()
    doubles: set[Combination] = set(store._connection.execute(DOUBLES).fetchall())
    store._connection.unregister("torn")
    return combinations, doubles


def _moves(combinations: Iterable[Combination], made: Layout) -> list[Move]:
    """Which opinions are not where they were found."""
    moves = (Move(*combination, *made.place(*combination)) for combination in combinations)
    return [move for move in moves if (move.aspect, move.category) != (move.now_aspect, move.now_category)]


def _category(slot: Slot, made: Layout) -> str | None:
    """Return the name of the category that a row is, or stands under."""
    parent = made.slots.get(slot.parent or "")
    return slot.name if slot.key.kind == "category" else parent.name if parent else slot.key.category


def _touches(move: Move, slot: Slot, category: str | None) -> bool:
    if move.lang != slot.key.lang:
        return False
    before, after = (move.aspect, move.category), (move.now_aspect, move.now_category)
    if slot.key.kind == "aspect":
        return before[0] != after[0] and (before[0] == slot.key.aspect or after[0] == slot.name)
    if slot.key.kind == "category":
        return before[1] != after[1] and (before[1] == slot.key.category or after[1] == slot.name)
    return before == (slot.key.aspect, slot.key.category) or after == (slot.name, category)
