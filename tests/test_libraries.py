"""voxpop inside pandas, scikit-learn, spaCy and Hugging Face datasets."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import voxpop
from voxpop.errors import InputError, OptionError
from voxpop.read_texts import read_texts

TEXTS = ["The staff was rude and the room was filthy.", "Great location, lovely view!", "", "味道不错，就是太贵了。"]


def test_each_text_is_read_by_itself_with_true_spans() -> None:
    read = read_texts(TEXTS, fast=True)
    assert [one.lang for one in read] == ["en", "en", None, "zh"]
    assert read[2].opinions == ()
    assert read[2].stars is None
    for text, one in zip(TEXTS, read, strict=True):
        assert all(text[opinion.start : opinion.end] == opinion.text for opinion in one.opinions)
    assert {opinion.polarity < 0 for opinion in read[0].opinions} == {True}
    assert read[0].stars
    assert read[1].stars
    assert read[0].stars.stars < 2.5 < read[1].stars.stars
    with pytest.raises(InputError, match="Text 1 is float"):
        read_texts(["good", float("nan")])  # type: ignore[list-item]


def test_features_and_stars_in_a_pipeline() -> None:
    pytest.importorskip("sklearn")
    from sklearn.base import clone
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.utils.estimator_checks import check_estimator

    from voxpop.sklearn import AspectFeatures, StarRegressor

    made = AspectFeatures(fast=True).fit(TEXTS)
    table, names = made.transform(TEXTS), list(made.get_feature_names_out())
    assert table.shape == (4, len(names))
    assert table[0, names.index("blame: staff")] > 0
    assert table[1, names.index("praise: location")] > 0
    assert not table[2].any()
    assert all(name.isascii() for name in names)  # categories of both languages under one name
    fitted = make_pipeline(clone(made), LogisticRegression()).fit(TEXTS, [0, 1, 0, 1])
    assert list(fitted.predict(TEXTS[:2])) == [0, 1]
    plain = StarRegressor(fast=True).fit(TEXTS).predict(TEXTS)
    assert plain[0] < plain[2] == 3.0 < plain[1]
    scaled = StarRegressor(fast=True).fit(TEXTS * 6, 20 * np.tile(plain, 6)).predict(TEXTS)
    np.testing.assert_allclose(scaled, 20 * plain, rtol=1e-6)
    for estimator in (AspectFeatures(fast=True), StarRegressor(fast=True)):
        with pytest.warns(Warning, match="Can't test estimator"):  # of texts, little more than cloning can be checked
            check_estimator(estimator)
    with pytest.raises(InputError, match="One string"):
        made.transform("text")


def test_a_data_frame_has_an_accessor() -> None:
    pd = pytest.importorskip("pandas")
    import voxpop.pandas  # noqa: F401

    frame = pd.DataFrame({"review": TEXTS, "stars": [1, 5, 3, 4]}, index=list("abcd"))
    with frame.voxpop.analyze("review", fast=True) as analysis:
        assert [review.stars for review in analysis.reviews] == [1, 5, 4]
    with pytest.raises(OptionError, match="Did you mean 'review'"):
        frame.voxpop.analyze("reviews")


def test_a_component_of_spacy_marks_documents() -> None:
    spacy = pytest.importorskip("spacy", reason="no spaCy: pip install 'voxpop[spacy]'")
    import voxpop.spacy  # noqa: F401

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("voxpop", config={"fast": True})
    whole = "The staff was rude. The view was lovely."
    for doc in (nlp(whole), *nlp.pipe([whole] * 3)):
        assert [doc.text[one.start : one.end] for one in doc._.opinions] == [one.text for one in doc._.opinions]
        first, second = doc.sents
        assert [one.polarity > 0 for one in first._.opinions] == [False]
        assert [one.polarity > 0 for one in second._.opinions] == [True]
        assert 1 <= doc._.stars <= 5


def test_a_hugging_face_dataset_is_a_source() -> None:
    datasets = pytest.importorskip("datasets", reason="no datasets: pip install datasets")
    rows = datasets.Dataset.from_dict({"text": TEXTS[:2], "stars": [1, 5]})
    reviews = list(voxpop.read_reviews(rows))
    assert [(review.text, review.stars) for review in reviews] == [(TEXTS[0], 1.0), (TEXTS[1], 5.0)]
    with pytest.raises(InputError, match="Choose one of its parts: train"):
        list(voxpop.read_reviews(datasets.DatasetDict({"train": rows})))


def test_the_page_on_python_runs() -> None:
    for name in ("matplotlib", "pandas", "sklearn", "spacy"):
        pytest.importorskip(name)
    import matplotlib

    matplotlib.use("agg")
    page = (Path(__file__).resolve().parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
    assert names["stars"][0] < 3  # type: ignore[index]
    matplotlib.pyplot.close("all")
