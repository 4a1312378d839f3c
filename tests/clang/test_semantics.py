"""Types and declarations, as libclang gives them."""

from pathlib import Path

import pytest

from porter.clang.semantics import Declared, Semantics, Unavailable, semantics_of
from porter.options import Options
from porter.source import SourceFile

TEXT = b"""#include <cuda_runtime.h>
#include "mine.h"
template <class T>
__global__ void kernel(T* out, const unsigned* in, int n) {
  int lane = threadIdx.x & 31;
  out[0] = in[n] + lane;
  cudaMine(lane > 3);
}
__host__ __device__ int both(int a) { return a; }
void host(float* p, int n) {
  kernel<float><<<1, 32>>>(p, nullptr, n / 2);
  CUDA_OK(cudaFree(p));
  cudaElsewhere(1);
}
"""
HEADER = """#pragma once
#define CUDA_OK(call) call
__device__ int cudaMine(bool b);
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Semantics:
    root: Path = tmp_path_factory.mktemp("project")
    (root / "src").mkdir()
    (root / "include").mkdir()
    (root / "include" / "mine.h").write_text(HEADER)
    file = SourceFile("src/a.cu", TEXT, root=root)
    found = semantics_of(file, Options(include_dirs=("include",)))
    assert isinstance(found, Semantics)
    return found


def span(text: bytes) -> tuple[int, int]:
    start = TEXT.index(text)
    return start, start + len(text)


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (b"n / 2", "int"),
        (b"lane > 3", "bool"),
        (b"threadIdx.x & 31", "unsigned int"),
        (b"in[n]", "const unsigned int"),
        (b"in[n] + lane", "unsigned int"),
        (b"cudaElsewhere(1)", None),
        (b"/ 2", None),
    ],
)
def test_the_type_of_an_expression(known: Semantics, text: bytes, wanted: str | None) -> None:
    assert known.type_of(*span(text)) == wanted


@pytest.mark.toolchain
def test_a_name_of_the_project_that_looks_like_cudas(known: Semantics) -> None:
    declared = known.declaration(span(b"cudaMine")[0])
    assert isinstance(declared, Declared)
    assert (declared.name, declared.kind, declared.is_cudas) == ("cudaMine", "function", False)
    assert declared.path.endswith("include/mine.h") and declared.line == 3


@pytest.mark.toolchain
def test_a_name_of_cudas(known: Semantics) -> None:
    declared = known.declaration(span(b"cudaFree")[0])
    macro = known.declaration(span(b"CUDA_OK")[0])
    assert macro is not None and (macro.kind, macro.is_cudas) == ("macro", False)
    assert declared is None or declared.is_cudas


@pytest.mark.toolchain
def test_a_name_that_nobody_declares(known: Semantics) -> None:
    assert known.declaration(span(b"cudaElsewhere")[0]) is None
    assert any("cudaElsewhere" in error for error in known.errors)


@pytest.mark.toolchain
def test_where_functions_run(known: Semantics) -> None:
    assert known.sides(span(b"int lane")[0]) == {"kernel"}
    assert known.sides(span(b"return a")[0]) == {"host", "device"}
    assert known.sides(span(b"n / 2")[0]) == {"host"}
    assert known.sides(0) == frozenset()


def test_without_headers_there_is_a_reason(monkeypatch) -> None:
    monkeypatch.setattr("porter.clang.flags.cuda_flags", lambda: "there are no headers")
    found = semantics_of(SourceFile("a.cu", b"int x;"), Options())
    assert found == Unavailable("there are no headers")


@pytest.mark.toolchain
@pytest.mark.parametrize("name", ["-DMINE=1.cu", "@options.cu"])
def test_a_file_is_no_option_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "options.cu").write_text("-DMINE=1")
    file = SourceFile(name, b"int f(int a) { return a + 1; }\n", root=Path())
    found = semantics_of(file, Options())
    assert isinstance(found, Semantics)
    assert found.type_of(22, 27) == "int"


def test_a_file_depends_on_the_headers_of_its_project_that_were_read(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "mine.h").write_text('#include "src/more.h"\n')
    (tmp_path / "src" / "more.h").write_text("int more;\n")
    (tmp_path / "other.h").write_text("int other;\n")
    text = b'#include <cuda_runtime.h>\n#include "../mine.h"\nint a = more;\n'
    file = SourceFile("src/a.cu", text, root=tmp_path)
    assert isinstance(semantics_of(file, Options()), Semantics)
    assert file.beside == {"mine.h", "src/more.h"}
    assert not file.depends_on_tree
