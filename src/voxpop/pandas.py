"""An accessor for pandas: ``import voxpop.pandas`` and then ``frame.voxpop.analyze("review")``."""

from __future__ import annotations

from typing import Any

import voxpop
from voxpop.analysis import Analysis
from voxpop.errors import MissingExtra, choose
from voxpop.read_texts import read_texts
from voxpop.settings import Columns

try:
    import pandas as pd
except ImportError:
    raise MissingExtra("voxpop.pandas", "pandas") from None


@pd.api.extensions.register_dataframe_accessor("voxpop")
class ReviewAccessor:
    """Reviews in a DataFrame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def analyze(self, text: str | None = None, **options: Any) -> Analysis:
        """Analyse the reviews of the frame, of which one column is the text. Options are those of ``voxpop.analyze``.

        Further columns are recognised by their names: stars, date, product. ``columns=Columns(…)`` names them.
        """
        if text is not None:
            choose("column", text, map(str, self._frame.columns))
            options.setdefault("columns", Columns(text=text))
        return voxpop.analyze(self._frame, **options)

    def opinions(self, text: str, *, lang: str = "auto", fast: bool = False) -> pd.DataFrame:
        """Return the opinions of each text as rows under the index of the frame, without counting anything."""
        choose("column", text, map(str, self._frame.columns))
        texts = self._frame[text].fillna("").astype(str)
        read = read_texts(list(texts), lang=lang, fast=fast)
        names = ("aspect", "category", "polarity", "text", "start", "end", "about", "confidence")
        rows = [[getattr(one, name) for name in names] for item in read for one in item.opinions]
        index = texts.index.repeat([len(item.opinions) for item in read])
        return pd.DataFrame(rows, index=index, columns=list(names))

    def stars(self, text: str, *, lang: str = "auto", fast: bool = False) -> pd.Series:
        """Return the stars that each text deserves; NaN where there is nothing to read."""
        choose("column", text, map(str, self._frame.columns))
        texts = self._frame[text].fillna("").astype(str)
        read = read_texts(list(texts), lang=lang, fast=fast)
        values = [item.stars.stars if item.stars else float("nan") for item in read]
        return pd.Series(values, index=texts.index, name="stars")
