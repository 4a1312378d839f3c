"""What the build files of a port may not choose: programs, files to write, other machines."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from porter.compile.read.flags import grouped, sort_flags


@pytest.mark.parametrize(
    "words",
    [
        "-fplugin=./x.so", "-fpass-plugin=./x.so", "-fplugin-arg-x-y", "-load ./x.so", "@options",
        "-Xclang -load -Xclang ./x.so", "-Xclang=-load", "-mllvm -load=./x.so",
        "-mllvm=-load=./x.so",
        "-B. -B ./bin", "--config=./x.cfg", "--config ./x.cfg", "--config-user-dir=.", "-specs=x",
        "-wrapper ./x", "-ccc-install-dir .", "-ccc-gcc-name ./x", "-resource-dir=.", "--sysroot=.",
        "--gcc-toolchain=.", "--gcc-install-dir=.", "--rocm-path=.", "--rocm-device-lib-path=.",
        "--hip-device-lib=./x.bc", "--cuda-path=.", "-isysroot .", "-fuse-ld=./ld",
        "--ld-path=./ld",
        "-fno-integrated-as", "--amdgpu-arch-tool=./x", "-Xassembler x", "-Wa,-x", "-save-temps",
        "-save-temps=obj", "-ftime-trace=x.json", "-fprofile-instr-generate=x", "-fprofile-arcs",
        "-fcrash-diagnostics-dir=.", "--serialize-diagnostics x", "-dependency-file x", "-MJ x",
        "-gsplit-dwarf", "-fstack-usage", "-dumpdir x", "-foptimization-record-file=x",
        "-fproc-stat-report=x", "-fmodules-cache-path=.", "-fmodule-file=x.pcm",
        "-include-pch x.pch",
        "-ivfsoverlay x.yaml", "-working-directory=/", "-target x", "-emit-llvm", "-cc1", "-",
        "-fsanitize-ignorelist=x", "-mlink-builtin-bitcode x", "-fopenmp-targets=nvptx64",
        "-x/tmp/y -###",
        "-Xcompiler -fplugin=./x.so", "-Xcompiler=@options", "-Wp,-fplugin=./x.so",
        "-Xarch_host -fplugin=./x.so", "-Xarch_device @x", "-fvisibility=a/b", "-march=../x",
        "--x=hip --std=../x",
    ],
)  # fmt: skip
def test_what_a_port_may_not_choose_is_left_out_and_named(tmp_path: Path, words: str) -> None:
    given = shlex.split(words)
    flags = sort_flags(["-DA", *given, "-DB"], tmp_path)
    assert flags.kept == ["-DA", "-DB"]
    assert flags.includes == []
    assert flags.std is None
    assert flags.refused
    assert all(": " in told for told in flags.refused)


def test_why_an_option_is_left_out() -> None:
    (told,) = sort_flags(["-fplugin=x.so"], Path("/p")).refused
    assert told == "-fplugin=x.so: it loads a program into the compiler"
    (told,) = sort_flags(["-fnew-thing"], Path("/p")).refused
    assert told == "-fnew-thing: it is not among the options that a port may choose"


@pytest.mark.parametrize(
    "word", ["-DA=1\n  command = x", "-Ia\rb", "-I\x1b[2J", "-DA=\udcff", "-\n"]
)
def test_control_characters_reach_no_command(word: str) -> None:
    flags = sort_flags([word, "-DB"], Path("/p"))
    assert (flags.kept, flags.includes) == (["-DB"], [])
    (told,) = flags.refused
    assert told.isprintable()


def test_options_for_one_side_and_for_llvm_are_judged_by_what_they_carry(tmp_path: Path) -> None:
    words = "-Xarch_device -O2 -Xarch_host -DX=1 -mllvm -amdgpu-function-calls=false -mllvm -O2"
    flags = sort_flags(words.split(), tmp_path)
    assert " ".join(flags.kept) == words.removesuffix(" -mllvm -O2")
    assert [told.partition(":")[0] for told in flags.refused] == ["-mllvm -O2"]
    assert [len(option) for option in grouped(flags.kept)] == [2, 2, 2]


def test_options_at_the_end_take_no_word_of_ours(tmp_path: Path) -> None:
    for word in (
        "-include",
        "--include=",
        "-D",
        "-I",
        "-mllvm",
        "-Xarch_host",
        "-std",
        "-isystem",
        "-imacros",
    ):
        flags = sort_flags([word], tmp_path)
        assert (flags.kept, flags.includes) == ([], []), word


def test_headers_included_before_the_source(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    for name in ("inc/config.h", "taken.h", "taken.h.gch"):
        (tmp_path / name).touch()
    os.mkfifo(tmp_path / "pipe.h")
    names = ("config.h", "hip/hip_runtime.h", "taken.h", "pipe.h", "/dev/zero", "../gone.h")
    words = [word for name in names for word in ("-include", name)]
    flags = sort_flags(["-Iinc", *words], tmp_path)
    config = str(tmp_path / "inc" / "config.h")
    assert flags.kept == ["-include", config, "-include", "hip/hip_runtime.h"]
    assert [told.partition(":")[0] for told in flags.refused] == [
        f"-include {name}" for name in names[2:]
    ]


@pytest.mark.parametrize(
    "words",
    [
        "-include a.h -imacros b.h",
        "--include=a.h --imacros=b.h",
        "--include a.h --imacros b.h",
        "-includea.h -imacrosb.h",
    ],
)
def test_each_way_to_include_a_header_before_the_source(tmp_path: Path, words: str) -> None:
    for name in ("a.h", "b.h"):
        (tmp_path / name).touch()
    flags = sort_flags(["-DX", *words.split(), "-DY"], tmp_path)
    headers = ["-include", str(tmp_path / "a.h"), "-imacros", str(tmp_path / "b.h")]
    assert flags.kept == ["-DX", *headers, "-DY"]
    assert flags.refused == []


def test_a_file_is_no_folder_of_headers(tmp_path: Path) -> None:
    (tmp_path / "x.hmap").touch()
    flags = sort_flags(["-Ix.hmap", "-I/usr/include/x", f"-I{'long' * 3000}"], tmp_path)
    assert flags.includes[0] == Path("/usr/include/x")
    assert flags.refused == ["-I x.hmap: it is not a folder"]
