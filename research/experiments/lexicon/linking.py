"""How often an opinion word finds its aspect term, on gold triplets: python -m research.experiments.reader.linking DATA

DATA is the folder of data sets. The numbers in ``sentiment/layout.py`` were chosen on the parts named here; the test
parts were not looked at.
"""

from __future__ import annotations

import lzma
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from research.training.samples.tokenised import detokenise, read_triplets
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.sentence_layout import SentenceLayout
from voxpop.lang import language
from voxpop.types import Span

PARTS = {
    "en": ["aste/14res_dev.txt", "aste/15res_dev.txt", "aste/16res_dev.txt", "aste/14lap_dev.txt",
           "aste/15res_train.txt", "aste/16res_train.txt"],
    "zh": ["zh-triplets/dev.txt.xz"],
}  # fmt: skip
Pairs = list[tuple[Span, Span]]  # what a term and what an opinion on it cover


def pairs(path: Path, lang: str) -> Iterator[tuple[str, Pairs]]:
    """Texts with their pairs of a term and an opinion."""
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix == ".xz":
            plain = Path(folder) / path.stem
            plain.write_bytes(lzma.decompress(path.read_bytes()))
            path = plain
        for _, tokens, triplets in read_triplets(path):
            text, spans = detokenise(tokens) if lang == "en" else joined(tokens)
            yield text, [(cover(spans, term), cover(spans, opinion)) for term, opinion, _ in triplets]


def joined(tokens: list[str]) -> tuple[str, list[Span]]:
    ends = [sum(map(len, tokens[: place + 1])) for place in range(len(tokens))]
    return "".join(tokens), [Span(end - len(token), end) for token, end in zip(tokens, ends, strict=True)]


def cover(spans: list[Span], places: list[int]) -> Span:
    return Span(spans[places[0]][0], spans[places[-1]][1])


def judged(text: str, found: Pairs, lang: str) -> Iterator[tuple[int, bool]]:
    """For each opinion, how many terms its sentence has, and whether it found the right one."""
    for sentence in language(lang).parse([text])[0]:
        page = SentenceLayout(sentence, lexicon_tables(lang))
        terms = {span: fitted[0] for span in sorted({term for term, _ in found}) if (fitted := page.fit([span]))
                 and sentence.start <= span.start < sentence.end}  # fmt: skip
        for opinion in sorted({opinion for _, opinion in found}):
            if sentence.start <= opinion.start < sentence.end and (fitted := page.fit([opinion])):
                place = page.nearest(fitted[0], list(terms.values()))
                chosen = None if place is None else list(terms)[place]
                yield len(terms), (chosen, opinion) in found


def main(data: Path) -> None:
    for lang, parts in PARTS.items():
        texts = (one for part in parts for one in pairs(data / part, lang))
        results = [result for text, found in texts for result in judged(text, found, lang)]
        several = [right for terms, right in results if terms > 1]
        every = [right for _, right in results]
        print(f"{lang}: {100 * sum(every) / len(every):.1f} % of {len(every):,} opinions find their term; "
              f"{100 * sum(several) / len(several):.1f} % of {len(several):,} where there are several")  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
