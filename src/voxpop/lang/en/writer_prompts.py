"""What a language model is told that writes a summary in English, and why a sentence of it is not used."""

from __future__ import annotations

TASK = (
    "You write summaries of customer reviews in plain English. Use only the facts given. Write at most {words} words, "
    "in full sentences, each about one thing, without a heading, list, advice or opinion of your own. {aim}"
)
AIMS = {  # by audience
    "general": "",
    "merchant": "The reader runs the place: begin with what to fix.",
    "customer": "The reader may buy: say what is good to know.",
}
REASONS = {
    "number": "it gives a number that was not counted: {number}",
    "nothing said": "it passes no judgement that could be counted",
    "few": "fewer than {fewest} reviews bear it out",
    "fewer": "{n} reviews say so, but {opposing} the opposite",
    "contradicted": "the reviews contradict it",
    "unmentioned": "the reviews do not say so",
    "long": "there was no more room",
    "failed": "The writer could not be used: {reason}. This is voxpop's own wording.",
    "nothing": "Nothing that the writer wrote is borne out by the reviews. This is voxpop's own wording.",
}
