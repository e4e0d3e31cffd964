"""What differs between two files, products or periods, in the same sentences for pages, programs and terminals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voxpop import schema
from voxpop.store.sides import Contrast
from voxpop.web.labels import DEFAULT_LABELS, Labels


def contrast_entry(
    contrast: Contrast, label: Labels = DEFAULT_LABELS, phrases: Sequence[str] | None = None
) -> schema.Contrast:
    """Return two sides as plain data, each difference with its sentence."""
    sentences = difference_sentences(contrast, label, phrases)
    a, b = (schema.entry(schema.ContrastSide, side, mean=side.stars.mean) for side in (contrast.a, contrast.b))
    return {
        "a": a,
        "b": b,
        "differences": [
            schema.entry(schema.ContrastDifference, difference, aspect=difference.id, text=text)
            for difference, text in zip(contrast.differences, sentences, strict=True)
        ],
        "nothing": None if contrast.differences else label(why_nothing(contrast), side=empty_side(contrast)),
    }


def difference_sentences(contrast: Contrast, label: Labels, phrases: Sequence[str] | None = None) -> list[str]:
    """Return each difference in a sentence, the side that has more of it first.

    ``phrases`` are what the sides are called within a sentence, such as "in North"; by default that is made of their
    names.
    """
    a, b = phrases or [label("within", name=side.label) for side in (contrast.a, contrast.b)]
    kinds: dict[str, Callable[[float], str]] = {
        "stars": lambda value: f"{value:.2f}",
        "feeling": label.signed,
        "attention": lambda value: f"{100 * value:.0f}",
    }
    sentences = []
    for difference in contrast.differences:
        sides = (a, difference.a), (b, difference.b)
        more, less = reversed(sides) if difference.change > 0 else sides
        name = contrast.names[difference.id].name if difference.id in contrast.names else ""
        high, low = (kinds[difference.kind](side[1]) for side in (more, less))
        sentences.append(label(f"differs_{difference.kind}", name=name, more=more[0], less=less[0], high=high, low=low))
    return sentences


def why_nothing(contrast: Contrast) -> str:
    """Return the label of the reason why two sides show no difference."""
    if empty_side(contrast):
        return "compare_empty"
    return "compare_none" if set(contrast.a.numbers) & set(contrast.b.numbers) else "compare_apart"


def empty_side(contrast: Contrast) -> str:
    """Return what the side without reviews is called; empty where both have some."""
    return next((side.label for side in (contrast.a, contrast.b) if not side.reviews), "")
