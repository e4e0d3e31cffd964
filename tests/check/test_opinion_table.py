"""Which opinions count for and against a statement."""

from __future__ import annotations

from voxpop.check.opinion_table import OpinionTable, SideEvidence
from voxpop.check.statements import Statement
from voxpop.types import About, Comparison, Opinion, Product, Review, Span

TEXTS = ["Friendly staff.", "The staff was rude.", "Great customer service.", "The Flip has a great screen.",
         "The app crashes.", "Better than the Flip."]  # fmt: skip


def opinion(number: int, text: str, polarity: float, words: str, about: About = "part_of_main", **more: str) -> Opinion:
    start, first = TEXTS[number].index(text), TEXTS[number].index(words)
    spans = (Span(first, first + len(words)),)
    return Opinion(
        str(number), start, start + len(text), text, text, polarity, opinion_words=spans, about=about, **more
    )


OPINIONS = [
    opinion(0, "staff", 0.8, "Friendly", category="staff"),
    opinion(1, "staff", -0.8, "rude", category="staff"),
    opinion(2, "customer service", 0.9, "Great", category="service"),
    opinion(3, "screen", 0.9, "great", "part_of_competing", entity="Flip"),
    opinion(4, "crashes", -0.9, "crashes", category="reliability"),
]
COMPARED = Comparison("5", 0, 21, TEXTS[5], "better", object=Span(16, 20), verdict=1, entity="Flip")
TABLE = OpinionTable(
    "en", [Review(id=str(n), text=t) for n, t in enumerate(TEXTS)], OPINIONS, [COMPARED], Product("Vado")
)


def find(topic: str, sign: int, details: str = "", **more: object) -> SideEvidence:
    return TABLE.find(Statement(topic, None, sign, "en", frozenset(details.split()), **more))  # type: ignore[arg-type]


def ids(opinions: tuple[Opinion, ...]) -> list[str]:
    return [opinion.review_id for opinion in opinions]


def test_sides_of_a_topic_and_of_its_details() -> None:
    found = find("staff", 1, "friendly")
    assert (ids(found.saying), ids(found.denying), ids(found.agreeing), ids(found.opposing)) == (
        ["0"],
        ["1"],
        ["0"],
        ["1"],
    )
    turned = find("staff", -1, "friendly")
    assert (ids(turned.saying), ids(turned.denying)) == ([], ["0"])  # nobody says "not friendly"
    assert ids(find("staff", -1, "rude").saying) == ["1"]
    assert ids(find("staff", -1, "rude").denying) == ["0"]


def test_words_of_another_clause_deny_nothing() -> None:
    text = "We waited 20 minutes, but the service was friendly."
    praise = Opinion("0", 30, 37, "service", "service", 0.9, "service", (Span(42, 50),), Span(26, 50))
    table = OpinionTable("en", [Review(id="0", text=text)], [praise])
    found = table.find(Statement("service", "service", -1, "en", frozenset(("20", "minutes"))))
    assert (ids(found.opposing), ids(found.denying)) == (["0"], [])


def test_a_name_matches_names_that_end_in_it_and_no_others() -> None:
    assert ids(find("service", 1).agreeing) == ["2"]
    assert find("live music", 1) == SideEvidence()


def test_opinions_on_another_product_count_for_it_alone() -> None:
    assert find("screen", 1).agreeing == ()
    assert ids(find("screen", 1, entity="Flip").agreeing) == ["3"]
    assert find("screen", 1, entity="Nikon").agreeing == ()


def test_what_is_said_without_a_name_is_found_by_its_words() -> None:
    assert ids(find("crashes", -1).agreeing) == ["4"]


def test_comparisons_count_by_the_rival() -> None:
    from voxpop.check.statements import ClaimedComparison as Claimed

    assert ids(find("", 1, comparison=Claimed("Flip", 1)).saying) == ["5"]
    assert ids(find("", 1, comparison=Claimed("Flip", -1)).denying) == ["5"]
    assert find("", 1, comparison=Claimed("Nikon", 1)) == SideEvidence()
    assert find("", 1, comparison=Claimed("Flip", 0)) == SideEvidence()
