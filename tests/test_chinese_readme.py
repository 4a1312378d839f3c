"""README.zh.md says in Chinese what README.md says: the same headings, commands and links."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```.*?^```$|^(?: {4}[^\n]*\n(?:\n(?= {4}))?)+", re.MULTILINE | re.DOTALL)


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def headings(name: str) -> list[str]:
    """Return the levels of the headings, in order."""
    without_code = _BLOCK.sub("", text(name))
    return re.findall(r"^(#+) ", without_code, re.MULTILINE)


def blocks(name: str) -> list[str]:
    return [match[0].strip("\n") for match in _BLOCK.finditer(text(name))]


def commands(name: str) -> list[str]:
    """Return the first column of the table of commands."""
    return re.findall(r"^\| (\[?`porter .*?) \| ", text(name), re.MULTILINE)


def links(name: str) -> set[str]:
    return set(re.findall(r"\]\(([^)]+)\)", text(name)))


def test_the_headings_correspond() -> None:
    assert len(headings("README.md")) > 4
    assert headings("README.zh.md") == headings("README.md")


def test_what_is_typed_is_the_same() -> None:
    assert len(blocks("README.md")) > 3
    assert blocks("README.zh.md") == blocks("README.md")


def test_every_command_is_there_in_the_same_order() -> None:
    assert len(commands("README.md")) > 10
    assert commands("README.zh.md") == commands("README.md")


def test_the_same_documents_are_linked() -> None:
    assert links("README.zh.md") - {"README.md"} == links("README.md") - {"README.zh.md"}


def test_it_is_chinese() -> None:
    prose = _BLOCK.sub("", text("README.zh.md"))
    assert len(re.findall(r"[一-鿿]", prose)) > 800
