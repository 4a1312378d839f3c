"""The pages of the documentation site."""

from __future__ import annotations

import re
from pathlib import Path

from porter.cli import COMMANDS
from porter.cli._site import anchor, commands, names
from porter.options import Options
from porter.tables.names import tables_of

ROOT = Path(__file__).parents[2]


def test_every_cuda_name_has_one_anchor() -> None:
    found = re.findall(r"\{ #(.+?) \}$", "\n".join(names().values()), re.MULTILINE)
    tables = tables_of(Options())
    every = {*tables.names, *tables.unmapped, *tables.headers, *tables.marks}
    assert len(every) > 10_000
    assert {anchor(name) for name in every} == set(found)


def test_a_name_says_what_becomes_of_it_and_why() -> None:
    page = names()["reference/runtime.md"]
    section = page.partition("{ #cudaMemcpyAsync }")[2].partition("###")[0]
    assert "cudaMemcpyAsync -> hipMemcpyAsync" in section
    assert "proof" in section


def test_every_command_is_described_with_its_options() -> None:
    text = commands()
    assert [name for name in COMMANDS if f"## porter {name}\n" not in text] == []
    assert "## porter toolchain install\n" in text
    assert "--capability" in text


def test_every_document_stands_in_the_navigation() -> None:
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    made = {"reference/commands.md", "reference/index.md", "rules/index.md"}
    wanted = {path.name for path in (ROOT / "docs").glob("*.md")} | made
    assert (
        set(re.findall(r"[\w/-]+\.md", settings.partition("nav:\n  - index")[2])) | {"index.md"}
        == wanted
    )
