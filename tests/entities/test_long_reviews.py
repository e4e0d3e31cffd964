"""The memory that one long review takes grows with its length, not with the square of it."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from voxpop.entities import scorer as module
from voxpop.entities.scorer import load_scorer
from voxpop.extract.reader import reader

SENTENCES = {
    "en": "The zoom of my Canon is much better than that of the Sony, and I bought it in May for {} dollars. ",
    "zh": "这款手机的屏幕比华为的清楚很多，我是第{}天收到的。",
}
PEAK = """
import json, resource, sys
from voxpop.types import Product
from voxpop.entities.resolve import resolve_reviews
from voxpop.extract.extractors import extractor
from voxpop.lang import language

lang, *texts = json.load(sys.stdin)
peaks = []
for text in texts:
    extracted = extractor(lang, "auto").extract([text], language(lang).parse([text]), states=True)
    resolve_reviews([text], extracted, lang=lang, products=[Product("Canon")])
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


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_windows_change_little_and_what_fits_into_one_is_read_at_once(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, text = load_scorer(lang), long_text(lang, 450)
    assert model is not None
    (reading,) = reader(lang).read([text], hidden=True)
    flags = np.zeros(len(reading.spans), np.int64)
    assert len(flags) < module.ROOM
    whole = model.score(reading, flags, text)
    np.testing.assert_array_equal(whole.types, model.score(reading, flags).types)
    monkeypatch.setattr(module, "ROOM", 100)
    parts = model.score(reading, flags, text)
    assert parts.types.shape == whole.types.shape
    assert (parts.types.argmax(1) == whole.types.argmax(1)).mean() > 0.9
    assert abs(parts.comparison(slice(0, 20)) - whole.comparison(slice(0, 20))) < 0.2
