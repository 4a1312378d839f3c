"""What is called a release has its version, its changelog and what it leaves in a repository."""

from __future__ import annotations

import re
from pathlib import Path

import porter

ROOT = Path(__file__).parents[1]
#: Folders of ports that releases left, by version.
LEFT = {one.name for one in (ROOT / "tests/sync/made_by").iterdir() if one.is_dir()}
RELEASED = set(re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE))


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_every_release_left_a_repository() -> None:
    assert RELEASED <= LEFT


def test_no_release_is_newer_than_this_porter() -> None:
    assert max(map(numbers, LEFT)) <= numbers(porter.__version__)


def test_documents_name_this_version_or_one_before() -> None:
    ci = (ROOT / "docs/ci.md").read_text("utf-8")
    named = re.findall(r"rev: v(\S+)", ci)
    assert named
    assert all(numbers(one) <= numbers(porter.__version__) for one in named)
    assert f"porter@v{numbers(porter.__version__)[0]}" in ci


def test_what_is_not_released_is_not_said_to_be() -> None:
    text = (ROOT / "docs/releasing.md").read_text("utf-8")
    assert ("Nothing is released yet" in text) is not bool(RELEASED)
    assert not RELEASED or porter.__version__ in text


def test_what_comes_next_has_its_place() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
