"""English words of sites and forms, which stand in a review but were not written by the customer."""

from __future__ import annotations

STAMPS = (
    "verified purchase", "verified buyer", "verified review", "verified customer", "verified user", "trip verified",
    "unprompted review", "invited review", "date of experience", "reviewed in", "read more", "show more", "see more",
    "read full review", "translated by google", "translation provided by", "collected as part of a promotion",
    "received this product for free", "in exchange for my honest", "left no comment", "no review text",
    "did not leave a comment", "has not written a review",
)  # fmt: skip
FORM_LABELS = frozenset({
    "pros", "cons", "pro", "con", "likes", "dislikes", "advantages", "disadvantages", "positives", "negatives",
    "pluses", "minuses", "upsides", "downsides", "strengths", "weaknesses", "the good", "the bad", "good", "bad",
    "title", "summary", "conclusion", "verdict", "review", "comment", "comments", "note", "edit", "update", "ps",
})  # fmt: skip
