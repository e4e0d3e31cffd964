from __future__ import annotations

import csv
import json
import lzma
import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop import examples
from voxpop.lang.scripts import SCRIPTS
from voxpop.lang.zh import vocabulary
from voxpop.lang.zh.vocabulary import dictionary, split_words


@pytest.mark.parametrize(
    "words",
    [
        "研究 生命 的 起源",
        "太 慢 了",
        "非常 舒适",
        "太阳 很 大",
        "性价比 很 高",
        "服务 很 周到",
        "价格 便宜",
        "手机 屏幕 碎 了",
    ],
)
def test_the_likeliest_path(words: str) -> None:
    assert list(dictionary().cut(words.replace(" ", ""))) == words.split()


def test_new_words_are_found_between_known_ones() -> None:
    assert "杭研" in list(dictionary().cut("他来到了网易杭研大厦"))  # jieba's own example of an unknown word


@pytest.mark.parametrize(("word", "tag"), [("好吃", "a"), ("外卖", "n"), ("某某大酒楼", "n"), ("𠮷", "x")])
def test_tags(word: str, tag: str) -> None:
    assert dictionary().tag(word) == tag


def test_our_words_are_never_split() -> None:
    for word in ("上菜速度", "外卖小哥", "酸菜鱼", "屏占比", "大众点评"):
        assert list(dictionary().cut(f"这{word}很好"))[1] == word


def sample_texts(data_dir: Path) -> list[str]:
    with examples.path("zh").open(encoding="utf-8") as file:
        texts = [" ".join(row) for row in csv.reader(file)]
    path = data_dir / "zh-reviews" / "reviews.jsonl.xz"
    if path.exists():
        with lzma.open(path, "rt", encoding="utf-8") as file:
            texts += [json.loads(line)["text"] for line in islice(file, 2000)]
    return texts


@pytest.mark.filterwarnings("ignore")
def test_words_are_split_as_jieba_splits_them(data_dir: Path) -> None:
    jieba = pytest.importorskip("jieba")
    jieba.setLogLevel("ERROR")
    for text in sample_texts(data_dir):
        assert [word for word in split_words(text) if word.strip()] == [
            word for word in jieba.cut(text) if word.strip()
        ]
        for run in re.findall(f"[{SCRIPTS['zh'].LETTERS}]+", text):
            assert vocabulary._split_unknown(run) == list(jieba.finalseg.cut(run))


@pytest.mark.filterwarnings("ignore")
@settings(deadline=None)  # the first text loads jieba
@given(st.text(alphabet=st.sampled_from("的了好吃店网易杭研大厦龘〇㐀𠮷aZ9.% ！"), max_size=12))
def test_unknown_words_are_split_as_jieba_splits_them(text: str) -> None:
    jieba = pytest.importorskip("jieba")
    assert list(vocabulary._split_unknown(text)) == list(jieba.finalseg.cut(text))
