"""Kernels in texts of Python are compiled, and what they lack is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.settings.settings import ProjectSettings
from porter.verify.kernel_texts import filled_elsewhere, kernel_texts
from porter.verify.python_kernels import told_of_kernels

WHOLE = '''
import cupy
fill = cupy.RawKernel(r"""
extern "C" __global__ void fill(float *x) { x[threadIdx.x] = BODY; }
""", "fill")
'''
FILLED = '''
text = f"""
__global__ void f({kind} *x) {{}}
"""
'''


def project_of(folder: Path) -> ProjectSettings:
    for name in ("src", "port"):
        (folder / name).mkdir()
    return ProjectSettings(folder / "src", folder / "port")


def test_texts_are_found_with_their_lines() -> None:
    found = kernel_texts("a.py", (WHOLE + FILLED).encode())
    assert [one.place for one in found] == ["a.py:3", "a.py:7"]
    assert found[0].code.startswith(b'\nextern "C" __global__') and not found[1].code
    assert kernel_texts("a.py", b"text = 'no kernels'") == []


@pytest.mark.parametrize("python", [
    "f('__global__ void k(float *x) { *x = %d; }' % value)",
    'f("""__global__ void k(float *x) { *x = %s; }"""\n  % value)',
    "TEXT = '__global__ void k(float *x) { *x = %d; }'\nf(TEXT % value)",
])  # fmt: skip
def test_a_text_that_python_fills_later_is_not_whole(python: str) -> None:
    (found,) = kernel_texts("a.py", python.encode())
    assert not found.code and b"__global__" in found.written


def test_a_remainder_in_python_fills_no_text() -> None:
    data = b"TEXT = '__global__ void k(int *x) { *x %= 3; }'\nf(TEXT)\nLONG_TEXT % 3\n"
    (found,) = kernel_texts("a.py", data)
    assert found.code


@pytest.mark.parametrize(("code", "part"), [
    (b'__global__ void k(int *x) { printf("%d", *x); // %s\n *x = %s; }', "%s"),
    (b'__global__ void k(int *x) { printf("%d \\" %s", *x); }', ""),
    (b"__shared__ int x[@SIZE@];", "@SIZE@"), (b"int x[$n];", "$n"), (b"/* %s */ x %i;", "%i"),
])  # fmt: skip
def test_what_another_file_may_fill_is_told(code: bytes, part: str) -> None:
    assert filled_elsewhere(code) == part


def test_the_support_headers_of_a_file_go_before_its_texts() -> None:
    data = b"_PORTER_COMPAT = 'int given;'\nf(_PORTER_COMPAT + 'extern __global__ void k();')\n"
    (found,) = kernel_texts("a.py", data)
    assert found.code == b"int given;extern __global__ void k();"


@pytest.mark.toolchain
def test_what_does_not_compile_in_the_port_alone_is_named(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    (project.upstream / "a.py").write_text(WHOLE.replace("BODY", "__ldg(x)") + FILLED)
    (project.port / "a.py").write_text(WHOLE.replace("BODY", "nothing(x)") + FILLED)
    said = list(told_of_kernels(project, "gfx942"))
    assert said[0].startswith("a.py:3: compiles as CUDA, and not for gfx942: use of undeclared")
    assert said[1] == "0 of 2 kernel texts in Python compile for gfx942"
    assert said[2] == "a.py:7: not whole until Python fills it; was not compiled"
    (project.port / "a.py").write_text(WHOLE.replace("BODY", "1") + FILLED)
    assert next(told_of_kernels(project, "gfx1100")).startswith("1 of 2 kernel texts")


@pytest.mark.toolchain
def test_the_source_of_an_extension_is_no_text_to_fill(tmp_path: Path) -> None:
    text = "load_inline(cuda_sources='__global__ void k(); at::Tensor f() { return {}; }')\n"
    project = project_of(tmp_path)
    for folder in (project.upstream, project.port):
        (folder / "a.py").write_text(text)
    assert list(told_of_kernels(project, "gfx942"))[1:] == [
        "a.py:1: PyTorch adds its headers when it loads it; was not compiled"
    ]


def test_a_project_without_texts_is_told_nothing(tmp_path: Path) -> None:
    assert list(told_of_kernels(project_of(tmp_path), "gfx942")) == []
