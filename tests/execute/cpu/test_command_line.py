"""Command lines of hipcc and nvcc, as build systems write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.command_line import PER_THREAD, parse


def test_a_compile_command() -> None:
    line = parse(
        "-c -O3 -g -Iinc -D X=1 --offload-arch=gfx90a:xnack- -std=c++20 k.hip -o k.o".split()
    )
    assert line.compile_only and line.output == Path("k.o") and line.sources == [Path("k.hip")]
    assert line.flags == ["-Iinc", "-D", "X=1", "-std=c++20"]
    assert line.arch == "gfx90a"


def test_an_nvcc_command() -> None:
    line = parse(
        "-gencode arch=compute_80,code=sm_80 --expt-relaxed-constexpr -Xcompiler -fPIC,-fopenmp "
        "--std=c++17 -shared a.o libb.a -lcudart -lm -o lib.so".split()
    )
    told = "-D__CUDACC_RELAXED_CONSTEXPR__=1"
    assert line.flags == [told, "-fPIC", "-fopenmp", "-std=c++17"]
    assert line.link_flags == ["-fopenmp", "-shared", "-lm"] and line.links_cuda
    assert line.inputs == [Path("a.o"), Path("libb.a")]


@pytest.mark.parametrize("words", [["--std=c++03"], ["-std", "c++98"], ["-std=c++03"]])
def test_a_standard_that_no_header_takes_is_raised(words: list[str]) -> None:
    assert parse(["-c", "a.cu", *words]).flags == ["-std=c++14"]
    assert parse(["-c", "a.cu", "-std=c++11"]).flags == ["-std=c++11"]


def test_what_gcc_alone_takes_is_left_out() -> None:
    line = parse("-Xcompiler -export-dynamic -Xcompiler -fPIC,-fno-ipa-cp-clone k.cu".split())
    assert (line.flags, line.link_flags) == (["-fPIC"], ["-rdynamic"])


@pytest.mark.parametrize("name", ["k.o", "k.obj", "k.cuo", "libk.a", "libk.so.1"])
def test_what_is_linked(name: str) -> None:
    line = parse([name, "-o", "k"])
    assert line.inputs == [Path(name)] and not line.sources


@pytest.mark.parametrize("words", ["-default-stream per-thread", "--default-stream=per-thread"])
def test_the_default_stream_of_each_thread(words: str) -> None:
    assert parse([*words.split(), "k.cu"]).flags == [*PER_THREAD]
    assert parse(["-default-stream", "legacy", "k.cu"]).flags == []


def test_a_command_as_cmake_writes_it() -> None:
    line = parse(
        "-O3 --offload-arch=gfx942 -mllvm -amdgpu-early-inline-all=true -MD -MT obj/k.o "
        "-MF obj/k.d -o obj/k.o -x hip -c k.cpp".split()
    )
    assert (line.flags, line.language, line.sources) == ([], "hip", [Path("k.cpp")])
    assert (line.dependency_target, line.dependency_file) == ("obj/k.o", Path("obj/k.d"))


def test_a_cuda_command_as_cmake_writes_it() -> None:
    line = parse(
        "-forward-unknown-to-host-compiler -DX=1 -isystem=/inc "
        "--generate-code=arch=compute_80,code=[compute_80,sm_80] -Xcompiler=-fPIC -std=c++17 "
        "-Werror all-warnings -MD -MT k.o -MF k.d -x cu -rdc=true -c k.cu -o k.o".split()
    )
    assert line.flags == ["-DX=1", "-isystem", "/inc", "-fPIC", "-std=c++17", "-fgpu-rdc"]
    assert (line.language, line.sources, line.compile_only) == ("cu", [Path("k.cu")], True)


def test_a_device_link_with_a_file_of_options(tmp_path: Path) -> None:
    (tmp_path / "objects.rsp").write_text('a.o "of two words.o"\n')
    line = parse(["-shared", "-dlink", "--options-file", str(tmp_path / "objects.rsp")])
    assert line.device_link and line.inputs == [Path("a.o"), Path("of two words.o")]
    assert parse([f"@{tmp_path}/objects.rsp"]).inputs == line.inputs
    with pytest.raises(PorterError, match="cannot read options"):
        parse(["--options-file", str(tmp_path / "none.rsp")])


@pytest.mark.parametrize(
    ("words", "flags", "link_flags"),
    [
        (["--define-macro", "X=1", "--std", "c++20"], ["-D", "X=1", "-std=c++20"], []),
        (["--define-macro=X=1", "-I=inc"], ["-DX=1", "-Iinc"], []),
        (["-std", "c++17", "-D", "Y", "-I", "a=b"], ["-std=c++17", "-D", "Y", "-I", "a=b"], []),
        (["-L", "lib", "-l", "m", "--library=z"], [], ["-Llib", "-lm", "-lz"]),
        (["-Xlinker=-rpath,/x"], [], ["-Xlinker", "-rpath", "-Xlinker", "/x"]),
        (["-Wl,-rpath,/x", "-Wall", "-Werror"], [], ["-Wl,-rpath,/x"]),
        (["-Wno-error=narrowing", "-Wno-all"], ["-Wno-error=narrowing", "-Wno-all"], []),
        (["--fmad=false", "--use_fast_math", "-Xptxas=-v"], ["-ffp-contract=off"], []),
        (["--default-stream", "legacy", "-maxrregcount=64", "--threads", "4"], [], []),
    ],
)
def test_the_forms_of_an_option(words: list[str], flags: list[str], link_flags: list[str]) -> None:
    line = parse(words)
    assert (line.flags, line.link_flags, line.sources) == (flags, link_flags, [])


def test_code_is_told_of_flags_whose_work_clang_does_without() -> None:
    flags = parse(["nvcc", "--extended-lambda", "-expt-relaxed-constexpr", "-O3", "a.cu"]).flags
    assert flags == ["-D__CUDACC_EXTENDED_LAMBDA__=1", "-D__CUDACC_RELAXED_CONSTEXPR__=1"]
