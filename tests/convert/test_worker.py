"""One file looked at: what counts as the project's own, and what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from porter.convert.engine import convert_file
from porter.convert.hip import HIP
from porter.convert.project import convert_project
from porter.convert.result import FileResult
from porter.convert.selection import known_names
from porter.options import Options
from porter.project.discover import discover
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.tables.names import load
from porter.testing import single_text


def own(text: str) -> dict[bytes, frozenset[int]]:
    file, _ = single_text("a.cu", text.encode(), Language.CUDA, Options())
    return dict(file.own)


@pytest.mark.parametrize("word", ["at", "operator", "cuda", "cute", "cutlass", "cub"])
def test_namespaces_and_keywords_are_nobody_s_own(word: str) -> None:
    """A method `at` must not hold back `at::cuda` in its class."""
    assert not known_names(load("hip")).among(frozenset({word.encode()}))
    assert own(f"struct A {{ int {word}(int i); void f() {{ {word}::cuda::x(); }} }};") == {}


def test_a_macro_for_editors_does_not_take_the_compiler_s_macro_away() -> None:
    assert own("#ifdef __INTELLISENSE__\n#define __CUDACC__\n#endif\n#ifdef __CUDACC__\n") == {}


def test_a_macro_takes_a_function_of_the_language_away() -> None:
    assert own("#define __any(x) mine(x)\nint y = __any(z);\n") == {b"__any": frozenset({8, 33})}


def test_a_constant_of_the_project_s_own() -> None:
    assert own("constexpr int warpSize = 32;\nint x = warpSize;\n") == {
        b"warpSize": frozenset({14, 37})
    }


def test_a_file_about_cuda_waits_for_its_view_and_is_converted_once(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("inline int atomicOwn(int *p) { return *p; }\n")
    (tmp_path / "k.cu").write_text('#include "own.h"\n__global__ void k(int *p) { cudaFree(p); }\n')
    (tmp_path / "plain.cpp").write_text("int main() { return 0; }\n")
    runs: list[str] = []
    files = _converted(tmp_path, runs)
    assert runs.count("k.cu") == runs.count("plain.cpp") == 1
    assert not any(one.is_waiting for one in files.values())
    assert files["k.cu"].changes


def _converted(root: Path, runs: list[str]) -> dict[str, FileResult]:
    def counted(file: SourceFile, *rest: Any) -> Any:
        runs.append(file.path)
        return convert_file(file, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("porter.convert.worker.convert_file", counted)
        found = convert_project(discover(root), Options(), HIP.rules)
        return {one.path: one for one in found}
