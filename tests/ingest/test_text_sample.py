from __future__ import annotations

import random

from voxpop.ingest.text_sample import TextSample


def test_the_sample_does_not_depend_on_the_order() -> None:
    texts = [f"text {n}" for n in range(1000)]
    samples = []
    for seed in range(3):
        random.Random(seed).shuffle(texts)
        sample = TextSample(size=50)
        for text in texts:
            sample.add(text)
        samples.append(sample.texts())
    assert samples[0] == samples[1] == samples[2]
    assert len(samples[0]) == 50
