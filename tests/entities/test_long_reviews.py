"""The memory that one long review takes grows with its length, not with the square of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

SENTENCES = {
    "en": "The zoom of my Canon is much better than that of the Sony, and I bought it in May for {} dollars. ",
    "zh": "这款手机的屏幕比华为的清楚很多，我是第{}天收到的。",
}
PEAK = """
import json, resource, sys
from voxpop.entities.names import names_in_texts
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import Product, Review

lang, *texts = json.load(sys.stdin)
peaks = []
for text in texts:
    parsed, products = language(lang).parse([text]), [Product("Canon")]
    names = names_in_texts([text], parsed, lang=lang, products=products)
    extracted = extractor(lang).extract([text], parsed, names)
    resolved_review(Review(id="1", text=text), extracted[0], products[0])
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
print(json.dumps(peaks))
"""


def long_text(lang: str, size: int) -> str:
    sentence = SENTENCES[lang]
    return "".join(sentence.format(number) for number in range(size // 20))[:size]


@pytest.mark.parametrize(("lang", "sizes"), [("en", (5_000, 20_000)), ("zh", (4_500, 18_000))])
def test_memory_grows_with_the_length_of_a_review(lang: str, sizes: tuple[int, int]) -> None:
    texts = [long_text(lang, size) for size in (100, *sizes)]
    done = subprocess.run(
        [sys.executable, "-c", PEAK], input=json.dumps([lang, *texts]), capture_output=True, text=True, check=True
    )
    loaded, shorter, longer = json.loads(done.stdout)  # megabytes
    assert longer - loaded < 400
    assert longer - loaded <= 5 * max(shorter - loaded, 40)
