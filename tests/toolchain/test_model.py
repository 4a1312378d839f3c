"""Command lines: their words, and that they compile."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.discovery import compilers, find
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.model import Emit, Toolchain
from porter.toolchain.selftest import verify_hip

TOOLCHAIN = Toolchain(
    clang=Path("/t/clang++"),
    llvm_version="19.1.7",
    llvm_bin=Path("/t"),
    tool_suffix="-19",
    rocm_path=Path("/r"),
    rocm_version="6.4.0",
    device_lib_path=Path("/r/bitcode"),
)

KERNEL = """\
#include <hip/hip_runtime.h>
__global__ void scale(float* x, float a) { x[threadIdx.x] *= a; }
void launch(float* x) { scale<<<1, 64>>>(x, SCALE); }
"""


def test_hip_command_in_full() -> None:
    command = TOOLCHAIN.hip_command(
        "a.cu", ["gfx942", "gfx1100"], emit=Emit.SYNTAX, std="c++20", optimise="-O2",
        defines=["A", "B=1"], includes=["inc"], flags=["-w"],
    )  # fmt: skip
    assert " ".join(command) == (
        "/t/clang++ -x hip a.cu -std=c++20 -O2 --offload-arch=gfx942 --offload-arch=gfx1100 "
        "--rocm-path=/r --hip-path=/r --rocm-device-lib-path=/r/bitcode -D__HIP_PLATFORM_AMD__ "
        "-DA -DB=1 -I inc -isystem /r/include -fsyntax-only -w"
    )


def test_a_newer_clang_is_given_what_older_headers_expect_of_it() -> None:
    newer = replace(TOOLCHAIN, llvm_version="22.1.8")
    command = " ".join(newer.hip_command("a.cu", ["gfx950:xnack+", "gfx1100"]))
    assert "-Xarch_host -D__AMDGCN_WAVEFRONT_SIZE=64" in command
    assert "-Xarch_gfx950 -D__AMDGCN_WAVEFRONT_SIZE=64" in command
    assert "-Xarch_gfx950 -D__gfx9_4_generic__=1" in command
    assert "-Xarch_gfx1100 -D__AMDGCN_WAVEFRONT_SIZE=32" in command
    own = replace(newer, rocm_version="7.1.0").hip_command("a.cu", "gfx950")
    assert not any(word.startswith("-Xarch") for word in own)


def test_one_file_an_architecture() -> None:
    with pytest.raises(ValueError, match="one file an architecture"):
        TOOLCHAIN.hip_command("a.cu", ["gfx942", "gfx1100"], emit=Emit.DEVICE_IR)


def test_headers_of_the_system_are_not_named_again() -> None:
    """`-isystem /usr/include` would hide the C library from libstdc++'s `#include_next`."""
    system = Toolchain(
        Path("/usr/bin/clang++"), "19.1.7", Path("/usr/bin"), "", Path("/usr"), "6.4.0", Path("/b")
    )
    assert "-isystem" not in system.hip_command("a.cu", "gfx942")


def test_a_missing_companion_is_named() -> None:
    with pytest.raises(PorterError, match="opt is not installed"):
        TOOLCHAIN.tool("opt")


@pytest.mark.toolchain
@pytest.mark.parametrize("emit", list(Emit))
def test_every_kind_of_output(tmp_path: Path, emit: Emit) -> None:
    toolchain = find()
    source = tmp_path / "scale.hip"
    source.write_text(KERNEL)
    output = None if emit is Emit.SYNTAX else tmp_path / "out"
    command = toolchain.hip_command(
        source, "gfx942", emit=emit, output=output, defines=["SCALE=2.0f"]
    )
    subprocess.run(command, check=True, capture_output=True)
    starts = {
        Emit.OBJECT: b"\x7fELF",
        Emit.HOST_OBJECT: b"\x7fELF",
        Emit.DEVICE_ELF: b"\x7fELF",
        Emit.DEVICE_BITCODE: b"BC\xc0\xde",
        Emit.DEVICE_IR: b"; ModuleID",
        Emit.HOST_IR: b"; ModuleID",
        Emit.DEVICE_ASM: b"\t.",
    }
    if output is None:
        assert list(tmp_path.iterdir()) == [source]
    else:
        assert output.read_bytes().startswith(starts[emit])


@pytest.mark.toolchain
def test_host_code_in_cpp(tmp_path: Path) -> None:
    toolchain = find()
    source = tmp_path / "host.cpp"
    source.write_text("#include <hip/hip_runtime_api.h>\nint n() { return hipSuccess; }\n")
    command = toolchain.cpp_command(source, output=tmp_path / "host.o")
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_installed_toolchain_compiles_hipcub() -> None:
    verify_hip(find())


@pytest.mark.toolchain
def test_a_toolchain_that_cannot_compile_is_refused() -> None:
    with pytest.raises(PorterError, match=r"cannot compile a hipcub kernel for gfx000: .*gfx000"):
        verify_hip(find(), ["gfx000"])


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_newer_compiler_compiles_hipcub_for_gfx950() -> None:
    if next((c for c in compilers(Prefix(porter_home())) if c.major >= 20), None) is None:
        pytest.skip("needs `porter toolchain install compiler-22`")
    verify_hip(find(archs=["gfx950"]), ["gfx90a", "gfx950"])
