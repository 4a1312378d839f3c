"""The developers' page shows code as it is, and names files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porter.execute.cpu.native_build import SOURCES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "executor-development.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(?:cpp|python|toml)\n(?://|#) (\S+)\n(.*?)```", PAGE, re.DOTALL)
FILES = set(re.findall(r"`([\w/]+\.(?:cpp|h|py|toml|tsv)|(?:porter|tests)/[\w/]+)`", PAGE))


@pytest.mark.parametrize(("name", "code"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_in_the_file_that_it_names(name: str, code: str) -> None:
    assert code in (ROOT / name).read_text(encoding="utf-8")


def test_no_example_lacks_its_file() -> None:
    assert len(EXAMPLES) == PAGE.count("```") / 2 > 5


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file_that_is_named_is_there(name: str) -> None:
    places = (ROOT, SOURCES, SOURCES.parent)
    folders = (*places, SOURCES / "hip_api", SOURCES / "cuda_api", SOURCES / "retarget")
    folders = (*folders, ROOT / "tests/execute/cpu/programs/errors", SOURCES.parent / "libraries")
    folders = (*folders, ROOT / "tests/execute/cpu/libraries", SOURCES / "libraries" / "rand")
    assert any((folder / name).exists() for folder in folders)
