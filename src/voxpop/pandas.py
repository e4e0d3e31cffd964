"""An accessor for pandas: ``import voxpop.pandas`` and then ``frame.voxpop.analyze("review")``."""

from __future__ import annotations

from typing import Any

import voxpop
from voxpop.analysis import Analysis
from voxpop.errors import MissingExtra, choose
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
