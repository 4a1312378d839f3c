"""Libraries with a C interface as the module under test."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.verify.extension.c_library import CLibrary, record
from porter.verify.extension.c_library_build import WantedLibrary, wanted_library

SOURCE = """
#include <cuda_runtime.h>
__global__ void k(const float* x, float* sums, int columns) {
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32) sum += x[blockIdx.x * columns + i];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
extern "C" void row_sums(const float* x, float* sums, int rows, int columns) {
    k<<<rows, 32>>>(x, sums, columns);
}
"""
MAKEFILE = "NVCC ?= nvcc\nlibsums.so: sums.cu\n\t$(NVCC) -shared -Xcompiler -fPIC -o $@ $<\n"


class Memory:
    """What a tensor has for a library."""

    def __init__(self, text: bytes) -> None:
        self.buffer = ctypes.create_string_buffer(text)

    def data_ptr(self) -> int:
        return ctypes.addressof(self.buffer)


def test_tensors_are_passed_as_pointers() -> None:
    name = ctypes.util.find_library("c")
    assert name is not None
    libc = CLibrary(Path(name))
    assert libc.strlen(Memory(b"seven..")) == 7
    assert libc.abs(-3) == 3
    assert libc.time(None) != 0
    memory = Memory(b"abc")
    libc.memset(memory, ord("x"), ctypes.c_size_t(2))
    assert memory.buffer.value == b"xxc"


def test_numbers_of_other_types_are_returned() -> None:
    name = ctypes.util.find_library("c")
    assert name is not None
    libc = CLibrary(Path(name))
    assert libc.returning(ctypes.c_double).atof(Memory(b"2.5")) == 2.5
    assert libc.returning(None).srand(1) is None
    assert libc.abs(-3) == 3


def test_structs_hold_numbers_and_the_addresses_of_tensors() -> None:
    memory = Memory(b"abc")
    sizes = (ctypes.c_int * 2)(3, 4)
    made = record(data=memory, size=sizes, scale=ctypes.c_float(0.5), none=None)
    assert made.data == memory.data_ptr() and [*made.size] == [3, 4]
    assert made.scale == 0.5 and made.none is None
    assert [name for name, _ in made._fields_] == ["data", "size", "scale", "none"]


@pytest.mark.parametrize(("text", "wanted"), [
    ('MODULE = "libx.so"\n', WantedLibrary("libx.so", ())),
    ('MODULE = "x.so"\nSOURCES = ["a.cu", "b.cu"]\n', WantedLibrary("x.so", ("a.cu", "b.cu"))),
    ('MODULE = "package"\n', None), ("MODULE = name()\n", None), ("def broken(\n", None),
])  # fmt: skip
def test_a_file_of_cases_names_a_library(
    tmp_path: Path, text: str, wanted: WantedLibrary | None
) -> None:
    (tmp_path / "cases.py").write_text(text)
    assert wanted_library(tmp_path / "cases.py") == wanted


@pytest.mark.skipif(find_spec("torch") is None, reason="cases draw PyTorch's tensors")
@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("build", ["make", "make inside", "sources"])
def test_a_library_is_compared_by_its_drafted_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("up").mkdir()
    Path("up/sums.cu").write_text(SOURCE)
    if build == "make":
        Path("up/Makefile").write_text(MAKEFILE)
    elif build == "make inside":  # of a project whose own makefile wants what is not there
        Path("up/Makefile").write_text("all:\n\tgcc -o main main.c\n")
        Path("up/inside").mkdir()
        Path("up/inside/Makefile").write_text(MAKEFILE.replace("sums.cu", "../sums.cu"))
    for words in (["new", "project", "up", "port"], ["sync"], ["new", "cases", "up"]):
        done = CliRunner().invoke(group, words)
        assert done.exit_code == 0, done.output
    assert ("SOURCES" in Path("parity/up.py").read_text()) == (build == "sources")
    with Path("porter.toml").open("a") as toml:
        toml.write('cases = "parity/up.py"\n')
    words = ["verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json"]
    done = CliRunner().invoke(group, words)
    verdicts = json.loads(done.stdout)
    assert done.exit_code == 0, done.output
    assert len(verdicts) > 5 and all(one["passed"] and one["numbers"] for one in verdicts)
    # A port whose sums are of half a wave differs.
    port = Path("port/sums.cu")
    port.write_text(port.read_text().replace("step = 16", "step = 8"))
    assert CliRunner().invoke(group, words).exit_code == 1
