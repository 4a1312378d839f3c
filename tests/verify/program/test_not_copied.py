"""A copy of a tree goes without what somebody else's build left in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.not_copied import not_copied


@pytest.mark.parametrize(("name", "text", "is_left"), [
    ("main.d", "src/main.o: ../src/main.cu \\\n /usr/local/cuda-9.1/include/cuda.h\n", True),
    ("main.d", "main.o main.d : main.cu\n", True),
    ("main.d", "module main;\nvoid main() {}\n", False), ("main.d", "", False),
    ("main.o", "", True), ("main.cu", "main.o: main.cu\n", False), (".git", "", True),
])  # fmt: skip
def test_what_is_left(tmp_path: Path, name: str, text: str, is_left: bool) -> None:
    (tmp_path / name).write_text(text)
    assert (name in not_copied(str(tmp_path), [name])) == is_left


def test_a_folder_of_that_name_is_copied(tmp_path: Path) -> None:
    (tmp_path / "conf.d").mkdir()
    assert not_copied(str(tmp_path), ["conf.d"]) == set()
