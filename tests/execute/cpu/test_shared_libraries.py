"""What a shared library of the stand-ins may leave undefined."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.command_line import parse
from porter.execute.cpu.compiler_wrappers import compile_and_link

pytestmark = pytest.mark.toolchain


def link(folder: Path, function: str) -> Path:
    source, library = folder / "a.cpp", folder / "liba.so"
    source.write_text(
        f'extern "C" int {function}(int);\nint f(int x) {{ return {function}(x); }}\n'
    )
    line = parse(["-shared", "-fPIC", str(source), "-o", str(library)])
    compile_and_link(line, "gfx942", all_is_device_code=False)
    return library


@pytest.mark.parametrize("function", ["PyLong_FromLong", "hipster", "cupboard_open"])
def test_functions_of_whoever_loads_it(tmp_path: Path, function: str) -> None:
    assert function.encode() in link(tmp_path, function).read_bytes()


@pytest.mark.parametrize("function", ["hipNotThere", "cudaNotThere", "rocblas_not_there"])
def test_functions_that_the_executor_would_offer_are_missing(tmp_path: Path, function: str) -> None:
    with pytest.raises(PorterError, match=f"not offered here: {function}"):
        link(tmp_path, function)
