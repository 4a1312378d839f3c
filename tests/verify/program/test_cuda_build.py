"""What a build that makes no program is told of: one of libraries is of cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.cuda_build import CudaBuild
from porter.verify.program.own_build import BuiltTree


@pytest.mark.parametrize(("files", "programs", "problem", "is_of_libraries"), [
    (("lib/libplan.so",), (), "", True),
    (("plan.o",), (), "", False),
    (("libplan.so",), ("run",), "", False),
    (("libplan.so",), (), "make: no rule", False),
])  # fmt: skip
def test_a_build_of_libraries(
    tmp_path: Path, files: tuple[str, ...], programs: tuple[str, ...], problem: str,
    is_of_libraries: bool,
) -> None:  # fmt: skip
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    built = CudaBuild(BuiltTree(tmp_path, programs, problem, {}), ())
    assert built.is_of_libraries is is_of_libraries
