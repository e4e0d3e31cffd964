from voxpop.aspects import Corpus, prominent
from voxpop.aspects.prominent import Contexts, collocations
from voxpop.lang import language
from voxpop.types import CompactSentence, Phrase, Term

LAPTOPS = [
    "I bought this laptop last year.", "This laptop has a bright screen.", "The screen is bright.",
    "The keyboard is comfortable and the screen is sharp.", "I love this laptop.", "My friends bought a laptop too.",
    "The battery was dead after a month.", "The battery is weak.", "The keyboard is great.", "This laptop is great.",
    "The hard drive is loud.", "The hard drive was slow.", "Every time I use it the people around me laugh.",
    "The time is right.", "The problem is clear.", "A thing is a thing.", "Better than the other laptop.",
]  # fmt: skip
PHONES = [
    "这款手机的屏幕很清晰。", "这款手机不错。", "买了这款手机。", "屏幕很大。", "电池不耐用。", "电池很差。",
    "感觉很好。", "东西不错。", "朋友很喜欢，朋友很开心。", "时候很好。", "屏幕清晰，价格便宜。", "价格很贵。",
]  # fmt: skip


def find(lang: str, texts: list[str]) -> list[Term]:
    corpus = Corpus()
    for sentences in language(lang).parse(texts):
        corpus.add(sentences, language(lang))
    return prominent(corpus, language(lang))


def test_parts_come_first_and_the_thing_itself_not_at_all() -> None:
    found = [term.text for term in find("en", LAPTOPS)]
    assert {"screen", "keyboard", "battery"} <= set(found[:4])
    assert "laptop" not in found


def test_generic_nouns_are_no_aspects() -> None:
    found = {term.text for term in find("en", LAPTOPS)}
    assert not found & {"time", "thing", "people", "problem", "friends", "month", "year"}


def test_a_modifier_and_noun_that_belong_together_are_one_term() -> None:
    found = {term.text: term for term in find("en", LAPTOPS)}
    assert "bright screen" not in found
    assert found["hard drive"].support == 2
    assert "drive" not in found


def test_chinese_too() -> None:
    found = [term.text for term in find("zh", PHONES)]
    assert {"屏幕", "价格", "电池"} <= set(found[:4])
    assert not set(found) & {"手机", "感觉", "东西", "朋友", "时候"}


def test_evidence_is_shared_by_inflections_and_counted_outside_longer_terms() -> None:
    lines = [*_lines("The room was clean. Rooms are small. The room service was slow. This room!")]
    contexts = Contexts()
    for line in lines:
        contexts.read(line, collocations(lines, 0.1), language("en").aspect_hints)
    room = contexts.evidence["room",]
    assert (room.places, room.judged, room.whole) == (3, 2, 1)
    assert contexts.places["room"] == 2
    assert contexts.sentences["room"] == 3


def test_what_people_say_of_a_whole_is_seen() -> None:
    text = "I would recommend the canon. Better than the canon. The canon has a flash. This canon! It is a great canon."
    lines = [*_lines(text)]
    contexts = Contexts()
    for line in lines:
        contexts.read(line, frozenset(), language("en").aspect_hints)
    canon = contexts.evidence["canon",]
    assert canon.whole == 5
    assert contexts.evidence["flash",].whole == 0


def _lines(text: str) -> Corpus:
    corpus = Corpus()
    for sentences in language("en").parse([text]):
        corpus.add(sentences, language("en"))
    return corpus


def test_what_is_only_done_is_no_aspect() -> None:
    """The reader tags "runs" in "runs small"; as a row of the table it would puzzle everyone."""
    lines = [
        CompactSentence(
            ("it", "runs", "small"), ("it", "run", "small"), ("PRON", "VERB", "ADJ"), (Phrase(1, 2, "runs"),)
        ),
        CompactSentence(
            ("parking", "is", "easy"), ("park", "be", "easy"), ("VERB", "AUX", "ADJ"), (Phrase(0, 1, "parking"),)
        ),
        CompactSentence(
            ("the", "hem", "frays"), ("the", "hem", "fray"), ("DET", "NOUN", "VERB"), (Phrase(1, 2, "hem"),)
        ),
    ]
    corpus = Corpus()
    corpus.extend(lines * 3)
    assert {term.text for term in prominent(corpus, language("en"))} == {"parking", "hem"}
