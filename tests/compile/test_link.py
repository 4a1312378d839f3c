"""Objects of a port linked into programs, libraries and extensions."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.compile.link import link
from porter.compile.read.unit import Language, Unit
from porter.compile.report import BuildReport
from porter.errors import PorterError
from porter.toolchain.discovery import find

from .tree import write_tree

KERNEL = """\
#include <hip/hip_runtime.h>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
void run(int* x) { fill<<<1, 64>>>(x); }
"""
MAIN = "void run(int*);\nint main() { run(nullptr); }\n"
EXTENSION = """\
from torch.utils.cpp_extension import CUDAExtension
from setuptools import setup
setup(ext_modules=[CUDAExtension("pkg._C", ["bind.cu"])])
"""


def _needs_runtime() -> None:
    if find().hip_runtime is None:
        pytest.skip("porter toolchain install hip-runtime")


def _built(root: Path, files: dict[str, str]) -> BuildReport:
    _needs_runtime()
    port = write_tree(root / "port", files)
    return build(port, ["gfx942"], folder=root / "objects", jobs=2, link_too=True)


@pytest.mark.toolchain
def test_programs_share_the_sources_without_main(tmp_path: Path) -> None:
    report = _built(tmp_path, {"kernel.cu": KERNEL, "main.hip": MAIN, "bench/main.hip": MAIN})
    assert report.ok
    links = {one.name: (one.kind, one.units) for one in report.links}
    assert links == {
        "main": ("program", ("main.hip", "kernel.cu")),
        "bench.main": ("program", ("bench/main.hip", "kernel.cu")),
    }
    assert all(one.path.read_bytes().startswith(b"\x7fELF") for one in report.links)


@pytest.mark.toolchain
def test_what_a_program_lacks_is_told(tmp_path: Path) -> None:
    report = _built(tmp_path, {"main.hip": MAIN, "broken.cu": "__global__ void k() { oops; }\n"})
    assert not report.ok
    errors = {one.name: one.error for one in report.links}
    assert errors["main"].startswith("undefined symbol: run(int*)")
    assert errors["broken"] == "broken.cu did not compile"


@pytest.mark.toolchain
def test_a_tree_without_main_makes_a_library(tmp_path: Path) -> None:
    report = _built(tmp_path, {"kernel.cu": KERNEL})
    assert [(one.name, one.kind, one.ok) for one in report.links] == [
        ("libport.so", "library", True)
    ]


@pytest.mark.toolchain
def test_an_extension_may_leave_symbols_to_python(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    source = KERNEL + 'extern "C" int from_elsewhere();\nint call() { return from_elsewhere(); }\n'
    report = _built(tmp_path, {"setup.py": EXTENSION, "bind.cu": source})
    assert [(one.name, one.kind, one.error) for one in report.links] == [("_C.so", "extension", "")]


@pytest.mark.toolchain
def test_no_runtime_is_an_error_with_a_hint(tmp_path: Path) -> None:
    from dataclasses import replace

    unit = Unit("a.hip", Language.HIP, "default")
    with pytest.raises(PorterError, match="libamdhip64") as caught:
        link([unit], {}, replace(find(), hip_runtime=None), tmp_path, "port")
    assert "hip-runtime" in str(caught.value.hint)


@pytest.mark.toolchain
def test_no_source_pulls_a_library_in(tmp_path: Path) -> None:
    runtime = tmp_path / "libamdhip64.so"
    toolchain = replace(find(), hip_runtime=runtime)
    sources = {
        "main.cpp": '#pragma comment(lib, "z")\nint main() {}\n',
        "other.cpp": '#pragma comment(lib, "no_such_library")\nvoid other() {}\n',
    }
    write_tree(tmp_path, sources)
    objects = {name: tmp_path / f"{name}.o" for name in sources}
    for name, made in objects.items():
        compiler = [str(toolchain.clang), "-fPIC", *toolchain.host_flags()]
        subprocess.run([*compiler, "-c", str(tmp_path / name), "-o", str(made)], check=True)
        assert b".deplibs" in made.read_bytes()
    subprocess.run([*compiler, "-shared", "-x", "c", "/dev/null", "-o", str(runtime)], check=True)

    units = [Unit(name, Language.CXX, "") for name in sources]
    [report] = link(units, objects, toolchain, tmp_path / "linked", "port")

    assert report.error == ""
    assert b"libz.so" not in report.path.read_bytes()
