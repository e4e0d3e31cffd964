"""What people write in English into a cell to say how a review feels about a category."""

POSITIVE = ("positive", "pos", "good")
NEUTRAL = ("neutral", "neu")
NEGATIVE = ("negative", "neg", "bad")
MIXED = ("mixed", "conflict", "both")
NOT_MENTIONED = ("na", "n/a", "nan", "none", "not mentioned")
