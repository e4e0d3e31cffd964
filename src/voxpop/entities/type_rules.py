"""Which of the nine types a noun phrase or a name has, by rules: what it is, how it comes in, what is done with it."""

from __future__ import annotations

from typing import NamedTuple

from voxpop.entities.mentions import PART, WHOLE
from voxpop.entities.scene import Scene
from voxpop.lang import language
from voxpop.lang.mention_candidates import MentionCandidate
from voxpop.types import About


class CandidateCues(NamedTuple):
    """What is known of a candidate before its owner is."""

    sort: str  # own, brand, name, guess, same, vague, part, accessory, device, companion, seller, other, unknown
    than: bool  # another thing is measured by it
    used: bool  # the product is used with it
    had: bool  # it was had before, or is one of others
    wished: bool  # it is looked for, or spoken of as a possibility
    subject: bool
    predicate: bool  # "this is a great camera"
    has: bool  # "it has a great lens"
    acquired: bool  # "I bought a Flip"
    rival: bool = False  # it is held against the product: "the Flip is worse than the Vado"


class TypeDecision(NamedTuple):
    """The type that the rules decide for a mention, and how sure they are."""

    about: About
    confidence: float


UNDECIDED = TypeDecision("other", 0.0)
SURE = 0.95  # what a rule is so sure of that nothing learned is asked


def candidate_cues(one: MentionCandidate, scene: Scene) -> CandidateCues:
    words, rules = scene.words, scene.rules
    before = scene.before(one)
    near = before[-rules.STANDARD_REACH :]
    than = bool(words.standard.intersection(near) or words.standard_verbs.intersection(before))
    if before and before[-1] in rules.PREFERRED_OVER and words.choosing.intersection(before):
        than = True
    used = bool(before) and before[-1] in words.using_preps and bool(words.using.intersection(before))
    return CandidateCues(
        thing_sort(one, scene),
        than,
        used,
        bool(words.other.intersection(one.mods)) or one.det in words.other,
        bool(words.wishing.intersection(before) or words.hypothetical.intersection(before)),
        scene.is_subject(one),
        bool(rules.COPULAS.intersection(before[-rules.COPULA_REACH :])),
        bool(words.having.intersection(before)),
        bool(words.acquiring.intersection(before[-3:])),
        one.name is not None and one.start in scene.rivals,
    )


def thing_sort(one: MentionCandidate, scene: Scene) -> str:
    """What sort of thing a candidate names, by lists of words and the class of the product."""
    words, known = scene.words, scene.known
    if one.name is not None and (one.kind == "name" or one.name.role == "other"):
        return _sort_of_name(one, scene)
    head = one.head
    two = language(scene.lang).joiner.join((*one.mods[-1:], head))
    kinds = words.kinds(two) or words.kinds(head)
    if head in known.nouns or kinds & known.kinds or (kinds and not known.kinds and one.det in words.pointing):
        return "same"
    if one.name is not None:
        return "part" if head in words.parts else "own"
    if head in words.vague or (scene.venue and head in words.venue_vague):
        return "vague"
    if (scene.venue and head in words.venue_parts) or (scene.work and head in words.work_parts):
        return "part"
    if head in words.sellers:
        return "seller"
    if head in words.accessories:
        return "accessory"
    if head in words.parts:
        return "part"
    if kinds:
        return "device"
    if head in words.other_nouns:
        return "other"
    if head in words.companions:
        return "companion"
    return "unknown"


def _sort_of_name(one: MentionCandidate, scene: Scene) -> str:
    name, known = one.name, scene.known
    assert name is not None
    if name.role == "main":
        return "brand" if name.maker else "own"
    if one.kind == "noun":
        head = one.head
        if head in scene.words.parts and not scene.words.kinds(head) & known.kinds:
            return "accessory" if head in scene.words.accessories else "part"
        if head in scene.words.sellers:
            return "seller"
        if (kinds := scene.words.kinds(head)) and known.kinds:
            return "name" if kinds & known.kinds or head in known.nouns else "device"
    if name.kinds and known.kinds and not name.kinds & _class_ids(known.kinds, scene.lang):
        return "device"
    return "name" if name.listed else "guess"


def _class_ids(kinds: frozenset[str], lang: str) -> frozenset[str]:
    """Return the classes as the lists of product lines call them."""
    ids = language(lang).product_names.CLASS_IDS
    return frozenset(ids.get(kind, kind) for kind in kinds)


def decide_by_rule(
    one: MentionCandidate, cue: CandidateCues, scene: Scene, owner: About, *, owned: bool
) -> TypeDecision:
    """The type of a noun phrase. ``owner`` is the type of what its parts would belong to, ``owned`` if that is said."""
    if cue.sort == "own":
        return TypeDecision("main", SURE if one.kind == "name" and one.name is not None and one.name.listed else 0.8)
    if cue.sort in ("name", "guess", "brand", "device"):
        return _judge_name(one, cue, scene)
    if cue.sort in ("same", "vague"):
        return _judge_class(one, cue, scene)
    if cue.sort in ("part", "accessory"):
        return _judge_part(one, cue, scene, owner, owned=owned)
    if cue.sort == "companion":
        return (
            TypeDecision("interacting", 0.6)
            if cue.used or one.det in scene.words.possessive
            else TypeDecision("other", 0.6)
        )
    if cue.sort == "unknown":
        return _judge_unknown(one, cue, scene, owner, owned=owned)
    return TypeDecision("other", 0.8)


def _judge_name(one: MentionCandidate, cue: CandidateCues, scene: Scene) -> TypeDecision:
    if cue.sort == "brand":
        return TypeDecision("main", 0.7) if one.det or cue.subject or one.plural else TypeDecision("other", 0.5)
    if cue.sort == "device" and not cue.rival:
        return (
            TypeDecision("competing", 0.5) if cue.than and not scene.known.kinds else TypeDecision("interacting", 0.8)
        )
    if cue.rival or (cue.than and cue.sort == "name" and one.kind == "name"):
        return TypeDecision("competing", SURE)
    if cue.used and not cue.than:
        return TypeDecision("interacting", 0.6)
    if cue.sort == "guess" and not (one.det or cue.than or cue.subject):
        return TypeDecision("other", 0.5)
    return TypeDecision("competing", 0.8 if cue.sort == "name" else 0.6)


def _judge_class(one: MentionCandidate, cue: CandidateCues, scene: Scene) -> TypeDecision:
    """Decide on a word for the product's class, or for any product."""
    words, rules = scene.words, scene.rules
    if one.det in words.pointing and not cue.had:
        return TypeDecision("main", 0.9)
    if cue.had or one.det in rules.ANOTHER:
        return TypeDecision("competing", 0.8)
    if cue.sort == "vague" and one.head in rules.EMPTY_NOUNS and not one.det:
        return TypeDecision("other", 0.5)
    if cue.than:
        return TypeDecision("competing", 0.75)
    if one.det in words.many or (one.plural and not one.det and not scene.known.plural):
        return TypeDecision("generic", 0.7)
    if cue.wished and one.det in rules.ANY_OF_A_KIND:
        return TypeDecision("generic", 0.75)
    if one.det in rules.INDEFINITE or (rules.BARE_NOUN_IS_GENERIC and not one.det and not one.plural):
        return TypeDecision("main", 0.5) if cue.predicate and cue.sort == "vague" else TypeDecision("generic", 0.55)
    if rules.BARE_VAGUE_NOUN_IS_PRODUCT and not one.det and cue.sort == "vague":
        return TypeDecision("main", 0.6)
    return TypeDecision("main", 0.75)


def _judge_part(one: MentionCandidate, cue: CandidateCues, scene: Scene, owner: About, *, owned: bool) -> TypeDecision:
    rules = scene.rules
    if cue.sort == "accessory" and not owned:
        if (one.det in scene.words.possessive and one.det not in rules.THING_POSSESSIVES) or cue.used:
            return TypeDecision("interacting", 0.7)
        if one.det in rules.INDEFINITE | rules.ANOTHER and not cue.has:
            return TypeDecision("interacting", 0.5)
    return TypeDecision(PART.get(owner, owner if owner in WHOLE else "part_of_main"), 0.8 if owned else 0.7)


def _judge_unknown(
    one: MentionCandidate, cue: CandidateCues, scene: Scene, owner: About, *, owned: bool
) -> TypeDecision:
    if owned and owner != "other":
        return TypeDecision(PART.get(owner, owner), 0.6)
    if scene.venue and one.head.isalpha():
        return TypeDecision(PART.get(owner, "part_of_main"), 0.5)
    if cue.used and one.det in scene.words.possessive:
        return TypeDecision("interacting", 0.6)
    return TypeDecision("other", 0.55)
