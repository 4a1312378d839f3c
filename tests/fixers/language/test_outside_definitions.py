"""LNG59: members that a header declares for the device."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

HEADER = """\
#pragma once
class Guard {
public:
  __device__ __host__ Guard(int *of);
  __device__ __host__ void check();
private:
  int *of_;
};
"""
UNIT = """\
#include "guard.cuh"
Guard::Guard(int *of) : of_(of) {}
void Guard::check() {}
__global__ void k(int *x) { Guard(x).check(); }
"""


@pytest.mark.parametrize("twice", [False, True])
def test_the_header_says_the_side(tmp_path: Path, twice: bool) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    again = "#include <cuda_runtime.h>\nclass Guard {};\n" if twice else ""
    (source / "guard.cuh").write_text(HEADER + again)
    (source / "guard.cu").write_text(UNIT)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "guard.cu").read_text()
    marked = "__host__ __device__ " if not twice else ""
    assert (
        f"\n{marked}Guard::Guard(int *of) : of_(of) {{}}\n{marked}void Guard::check() {{}}" in text
    )


def test_a_macro_of_another_header_says_it(tmp_path: Path) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "side.h").write_text(
        "#ifdef __CUDACC__\n#define SIDES __host__ __device__\n#else\n#define SIDES\n#endif\n"
    )
    (source / "guard.h").write_text(
        '#include "side.h"\nstruct Guard { SIDES void check(); void open(); };\n'
        "SIDES float half_of(float x);\n"
    )
    (source / "guard.cu").write_text(
        '#include "guard.h"\nvoid Guard::check() {}\nvoid Guard::open() {}\n'
        "float half_of(float y) { return y / 2; }\n"
        "__global__ void k(float *x) { *x = half_of(*x); }\n"
    )
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "guard.cu").read_text()
    assert "\nSIDES void Guard::check() {}\nvoid Guard::open() {}\n" in text
    assert "\nSIDES float half_of(float y) {" in text


@pytest.mark.parametrize("is_specialized", [False, True])
def test_members_of_a_template(tmp_path: Path, is_specialized: bool) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "cell.cuh").write_text(
        "template <int N> struct Cell { __device__ Cell(); __device__ void at(int); };\n"
        + ("template <> struct Cell<2> { void at(int); };\n" if is_specialized else "")
    )
    (source / "cell.cu").write_text(
        '#include "cell.cuh"\ntemplate <int N> Cell<N>::Cell() {}\n'
        "template <> void Cell<2>::at(int) {}\nvoid f() { Cell<3>::at(1); }\n"
    )
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "cell.cu").read_text()
    marked = "" if is_specialized else "__device__ "
    assert f"template <int N> {marked}Cell<N>::Cell() {{}}\n" in text
    assert f"template <> {marked}void Cell<2>::at(int) {{}}\nvoid f() {{ Cell<3>::at(1); }}" in text
