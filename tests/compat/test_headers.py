"""Every support header: found with what it includes, and compiled for host and device."""

import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from porter.compat.headers import text, with_dependencies
from porter.errors import PorterError
from porter.tables.supplies import supplies
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

FOLDER = files("porter.compat")
#: Headers for PyTorch code and for Composable Kernel need those of theirs.
FOREIGN = (b"<c10/", b"<ck/")
HEADERS = sorted(
    entry.name
    for entry in FOLDER.iterdir()
    if entry.name.endswith(".hpp")
    and not any(
        other in text(name) for name in with_dependencies([entry.name]) for other in FOREIGN
    )
)
#: Where porter's headers for rocTX and AMD SMI are, which nvtx.hpp and management.hpp need.
STAND_INS = files("porter.toolchain") / "headers"
#: Those of CUB's collectives need a HIP compiler and C++14, as hipCUB does.
WITHOUT_HIPCUB = [name for name in HEADERS if b"<hipcub/" not in text(name)]
#: CUTLASS demands C++17, and so may what stands for it.
IN_CPP_11 = [name for name in WITHOUT_HIPCUB if not name.startswith("cutlass_")]
SEARCHED = [
    word for name in ("amd-smi", "roctracer") for word in ("-isystem", str(STAND_INS / name))
]
STRICT = ["-Wall", "-Wextra", "-Werror"]


def test_a_header_comes_with_those_it_includes() -> None:
    for name in HEADERS:
        included = re.findall(rb'#include "(\w+\.hpp)"', text(name))
        assert {other.decode() for other in included} | {name} <= set(with_dependencies([name]))


def test_the_table_names_headers_that_exist() -> None:
    assert {supply.header for supply in supplies().values()} <= set(HEADERS)


@pytest.mark.parametrize("name", [one for one in HEADERS if b"<hipblas/" in text(one)])
def test_those_with_hipblas_choose_the_types_that_are_cudas(name: str) -> None:
    # The first to include it decides for the whole unit.
    said = text(name)
    assert b"#define HIPBLAS_V2" in said.partition(b"#include <hipblas/")[0]


def including(folder: Path, headers: list[str]) -> Path:
    """Return a source that includes every header twice."""
    source = folder / "all.hip"
    source.write_text("".join(f'#include "{FOLDER}/{name}"\n' for name in headers * 2))
    return source


@pytest.fixture
def all_headers(tmp_path):
    return including(tmp_path, HEADERS)


@pytest.mark.toolchain
@pytest.mark.parametrize(
    "arch",
    [
        "gfx942",
        "gfx1100",
        *(pytest.param(arch, marks=pytest.mark.slow) for arch in ("gfx90a", "gfx1030")),
    ],
)
def test_all_compile_for_device_and_host_without_a_warning(arch: str, all_headers) -> None:
    command = find().hip_command(all_headers, arch, emit=Emit.SYNTAX, flags=[*STRICT, *SEARCHED])
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.toolchain
def test_all_compile_with_the_headers_of_rocm_7(all_headers) -> None:
    try:
        tools = find(rocm_version="7")
    except PorterError as error:
        pytest.skip(str(error))
    command = tools.hip_command(all_headers, "gfx942", emit=Emit.SYNTAX, flags=["-w", *SEARCHED])
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.toolchain
def test_all_compile_without_conversions_of_half(all_headers) -> None:
    """PyTorch's build takes them away, and half's operators."""
    macros = ["-D__HIP_NO_HALF_CONVERSIONS__=1", "-D__HIP_NO_HALF_OPERATORS__=1"]
    command = find().hip_command(
        all_headers, "gfx942", emit=Emit.SYNTAX, flags=["-w", *macros, *SEARCHED]
    )
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.toolchain
def test_all_compile_as_cpp_11(tmp_path) -> None:
    """The oldest standard that HIP's own headers take; projects of CUDA's years choose it."""
    source = including(tmp_path, IN_CPP_11)
    command = find().hip_command(
        source, "gfx942", emit=Emit.SYNTAX, std="c++11", flags=["-w", *SEARCHED]
    )
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("name", WITHOUT_HIPCUB)
def test_each_compiles_alone_as_cpp(name: str) -> None:
    """Headers of a project may be included by host code that no HIP compiler reads."""
    command = find().cpp_command(
        f"{FOLDER}/{name}", emit=Emit.SYNTAX, flags=[*STRICT, "-w", *SEARCHED]
    )
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


#: What a header for .cu and .cpp files alike comes to include.
FOR_KERNELS = [
    "bits.hpp",
    "math_overloads.hpp",
    "minmax.hpp",
    "saturation.hpp",
    "shifts.hpp",
    "warp.hpp",
]


@pytest.mark.parametrize("name", FOR_KERNELS)
def test_what_only_kernels_need_asks_no_host_compiler_for_hip(name: str, tmp_path: Path) -> None:
    source = including(tmp_path, [name]).rename(tmp_path / "host.cpp")
    command = ["c++", "-std=c++17", *STRICT, "-Wno-unknown-pragmas", "-fsyntax-only", str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(
    "name",
    ["atomics_narrow.hpp", "bfloat16.hpp", "half_arithmetic.hpp", "half_conversions.hpp"],
)
def test_half_compiles_where_a_project_has_defined_volatile_away(name: str, tmp_path: Path) -> None:
    source = including(tmp_path, [name])
    source.write_text(f"#include <hip/hip_runtime.h>\n#define volatile\n{source.read_text()}")
    command = find().hip_command(source, "gfx942", emit=Emit.SYNTAX, flags=["-w", *SEARCHED])
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.toolchain
def test_macros_of_the_words_min_and_max_are_the_projects(tmp_path: Path) -> None:
    source = including(tmp_path, ["ptx_float.hpp"])
    macros = "#define min(A, B) (A < B ? A : B)\n#define max(A, B) (A > B ? A : B)\n"
    source.write_text(f"#include <hip/hip_runtime.h>\n{macros}{source.read_text()}")
    command = find().hip_command(source, "gfx942", emit=Emit.SYNTAX, flags=["-w", *SEARCHED])
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.toolchain
def test_every_supplied_name_is_declared(all_headers) -> None:
    command = find().hip_command(all_headers, "gfx942", emit=Emit.SYNTAX, flags=SEARCHED)
    command[command.index("-fsyntax-only")] = "--cuda-device-only"
    words: set[bytes] = set()
    for what in ("-P", "-dM"):  # the code, and macros
        run = subprocess.run([*command, "-E", what], capture_output=True, check=True)
        words.update(re.findall(rb"\w+", run.stdout))
    missing = {
        supply.port
        for supply in supplies().values()
        if supply.port.rpartition(b"::")[2] not in words
    }
    assert not missing
