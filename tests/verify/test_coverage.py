"""Kernels that ran and kernels that never did, by name and by instance."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.coverage import Kernels, read, united


def test_notes_of_all_processes_are_read(tmp_path: Path) -> None:
    (tmp_path / "kernels-1.txt").write_text("has a(int)\nhas void b<int>()\nran a(int)\n")
    (tmp_path / "kernels-2.txt").write_text("has void b<float>()\nran void b<float>()\n")
    (tmp_path / "kernels-3.txt").write_text(
        "has void cub::Scan<int>(int)\nran void cub::Scan<int>(int)\nhas void cub::Sum(int)\n"
    )
    found = read(tmp_path)
    assert found.launched_names == {"a", "b"} and not found.never_names
    assert found.never == {"void b<int>()"}
    assert found.of_libraries == {"void cub::Scan<int>(int)"}


@pytest.mark.parametrize(("launched", "enough"), [((), False), (("a",), False), (("a", "b"), True)])
def test_half_of_the_kernels_are_not_enough(launched: tuple[str, ...], enough: bool) -> None:
    present = frozenset({"a", "b"})
    assert Kernels(present, frozenset(launched)).is_enough is enough


def test_runs_add_up() -> None:
    one, two = (Kernels(frozenset("ab"), frozenset(name)) for name in "ab")
    assert united((one, two)).is_enough and Kernels().is_enough
