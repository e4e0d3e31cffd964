"""The Model Context Protocol server, asked as an assistant asks it: over stdin and stdout of the command."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop.errors import OptionError, VoxpopError
from voxpop.mcp_server import ReviewTools
from voxpop.settings import Curation

mcp = pytest.importorskip("mcp", reason="no MCP SDK: pip install 'voxpop[mcp]'")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mcp") / "inn one.voxpop"
    texts = ["The staff was rude and the breakfast was cold.", "Friendly staff, lovely view!"] * 6
    rows = [{"id": f"r/{n}", "text": f"{text} Visit {n}.", "stars": 1 + 4 * (n % 2)} for n, text in enumerate(texts)]
    voxpop.analyze(rows, output=path, fast=True, lang="en", curation=Curation.off()).close()
    return path


def test_numbers_equal_the_quotes_and_quotes_the_characters(file: Path) -> None:
    tools = ReviewTools([file])
    listed = {row["name"]: row for row in tools.aspects()["aspects"]}
    said = tools.quotes("Staff", side="negative", limit=100)
    assert said["total"] == listed["staff"]["negative"] == len(said["quotes"]) > 0
    for quote in said["quotes"]:
        review = tools.review(*quote["link"].removeprefix("voxpop://").split("/"))
        assert review["text"][quote["start"] : quote["end"]] == quote["text"]
        assert review["id"] == quote["review_id"]
    points = tools.key_points(kind="complaint")["key_points"]
    assert points
    assert all(quote["link"] for point in points for quote in point["quotes"])
    assert len(tools.quotes("staff", side="negative", limit=2, offset=1)["quotes"]) == 2


def test_sentences_are_checked_and_wrong_questions_answered_with_the_cure(file: Path) -> None:
    tools = ReviewTools([file])
    verdicts = [one["verdict"] for one in tools.check("The breakfast was cold. The pool was huge.")["sentences"]]
    assert verdicts == ["supported", "unmentioned"]
    with pytest.raises(OptionError, match="There are: "):
        tools.quotes("wings")
    with pytest.raises(OptionError, match="Unknown file 'other'"):
        tools.aspects("other")
    with pytest.raises(OptionError, match="no review"):
        tools.review("inn%20one", "nobody")
    with pytest.raises(OptionError, match="cannot be compared"):
        tools.compare()
    with pytest.raises(OptionError, match="Two files are called"):
        ReviewTools([file, file])
    with pytest.raises(VoxpopError):
        ReviewTools([file.with_name("nothing.voxpop")])


def test_an_assistant_can_ask_the_command(file: Path) -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def talk() -> tuple[list[str], Any, Any]:
        command = StdioServerParameters(command=sys.executable, args=["-m", "voxpop", "mcp", str(file)])
        async with stdio_client(command) as streams, ClientSession(*streams) as session:
            await session.initialize()
            tools = await session.list_tools()
            answer = await session.call_tool("quotes", {"aspect": "staff", "side": "negative", "limit": 1})
            quote = json.loads(answer.content[0].text)["quotes"][0]  # type: ignore[union-attr]
            review = await session.read_resource(quote["link"])
            wrong = await session.call_tool("quotes", {"aspect": "wings"})
            assert "There are" in wrong.content[0].text  # type: ignore[union-attr]
            return [tool.name for tool in tools.tools], quote, json.loads(review.contents[0].text)  # type: ignore[union-attr]

    names, quote, review = asyncio.run(asyncio.wait_for(talk(), 120))
    assert names == ["aspects", "key_points", "quotes", "check", "compare", "drivers"]
    assert review["text"][quote["start"] : quote["end"]] == quote["text"]
