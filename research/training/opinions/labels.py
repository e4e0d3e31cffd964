"""The labels of the opinion reader, in the order of the outputs of its heads."""

from __future__ import annotations

CATEGORIES = (
    "overall", "quality", "reliability", "performance", "usability", "features", "design", "comfort", "size", "price",
    "billing", "service", "staff", "delivery", "food", "ambience", "cleanliness", "location", "content", "safety",
    "ads", "privacy",
)  # fmt: skip
POLARITIES = (-1.0, -0.5, 0.0, 0.5, 1.0)
ABOUT = ("main", "competing", "interacting", "generic", "other")
DIRECTIONS = ("better", "worse", "equal", "different")  # of the product, compared with the other
OUTSIDE, BEGIN, INSIDE = range(3)

#: How many scores each head gives for a token, in the order in which they stand side by side.
TOKEN_HEADS = {
    "target": 3,  # outside, begin, inside
    "evidence": 3,
    "polarity": len(POLARITIES),
    "category": len(CATEGORIES),
    "about": len(ABOUT),
    "fact": 1,
    "comparison": 3,
    "direction": len(DIRECTIONS),
    "rival": 3,  # the name of what the product is compared with
}
STARS = 5
#: The graph has an input for names of products, of which readers no longer learn: it is 0 for every token.
NAMES = ("none", "own", "other", "unknown")
LINK = 64  # the width in which targets and evidence are matched
MEANING = 64  # the width in which statements that say the same are alike

#: The fine categories of the papers, by language: ASAP's eighteen, and SemEval-2014's of restaurants.
FINE = {
    "en": ("food", "service", "price", "ambience", "misc"),
    "zh": ("traffic", "downtown", "find", "queue", "waiters", "parking", "speed", "level", "value", "discount", "decor",
           "noise", "space", "clean", "portion", "taste", "look", "recommend"),
}  # fmt: skip
