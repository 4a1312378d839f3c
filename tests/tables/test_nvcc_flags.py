"""The table of nvcc's options: every option decided, every counterpart one that clang takes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.tables.nvcc_flags import Treatment, decide, decisions, options, translations

KERNEL = "__attribute__((device)) float twice(float x) { return x + x; }\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("-gencode arch=compute_80,code=sm_80", ""),
        ("-Xcompiler -fPIC,-Wall", "-fPIC -Wall"),
        ("-Xcompiler=-fPIC", "-fPIC"),
        (
            '-Xcompiler \\"-fPIC\\" -Xcompiler="-Wall" -Xlinker \\"-rpath,/x\\"',
            "-fPIC -Wall -Wl,-rpath,/x",
        ),
        (
            '-Xcompiler \\"-Wl,-rpath,/x/\\" -Xcompiler=-fPIC,-Wl,-z,now -Xcompiler -Wall',
            "-Wl,-rpath,/x/ -fPIC -Wl,-z,now -Wall",
        ),
        ("--version -V --help -h", "--version --version --help --help"),
        ("-deviceemu -Xopencc -O3 --gpu-name sm_20 --host-compilation=c++ -m64", "-m64"),
        ("-Xlinker -rpath,/x", "-Wl,-rpath,/x"),
        ("-Xlinker -rpath,'$ORIGIN:/x'", "-Wl,-rpath,'$ORIGIN:/x'"),
        ("-Xcompiler \"-Wl,-rpath,'/x'\"", "-Wl,-rpath,'/x'"),
        (
            "-Xlinker -rpath -Xlinker /x -Xlinker=-z --linker-options -s",
            "-Xlinker -rpath -Xlinker /x -Wl,-z -Wl,-s",
        ),
        ("--ftz=true --ftz false", "-fgpu-flush-denormals-to-zero"),
        ("-rdc true -rdc", "-fgpu-rdc -fgpu-rdc"),
        (
            "-Werror -Werror reorder -Werror=return-type",
            "-Werror -Werror=reorder -Werror=return-type",
        ),
        ("--include-path=a --define-macro B=1 --std c++17", "-Ia -DB=1 -std=c++17"),
        ("-x cu a.cu", "-x hip --include=hip/hip_runtime.h a.cu"),
        ("-O3 -DX -o out", "-O3 -DX -o out"),
        ("--maxrregcount=64 -use_fast_math -Wall", "-Wall"),
        ("-Xptxas -v,-dlcm=ca -O2", "-O2"),
    ],
)
def test_what_becomes_of_options(words: str, expected: str) -> None:
    given = words.split()
    out: list[str] = []
    for at, decision in decisions(given):
        out += [given[at]] if decision is None else decision.hip
    assert " ".join(out) == expected


def test_whatever_is_left_out_says_why() -> None:
    for option in options():
        if option.treatment in (Treatment.DROPPED, Treatment.FINDING) or (
            option.by_value and set(option.values) - option.by_value.keys()
        ):
            assert option.why, option.long


def test_no_option_stands_twice() -> None:
    names = [name for option in options() for name in (option.long, option.short) if name]
    assert len(names) == len(set(names))


def test_fast_math_is_left_out_with_the_reason() -> None:
    decision = decide(["--use_fast_math"], 0)
    assert decision is not None and decision.left_out
    assert "NaN" in decision.option.why


def test_what_makes_source_for_another_compiler_is_told() -> None:
    decision = decide(["-cuda"], 0)
    assert decision is not None and decision.option.treatment is Treatment.FINDING


def test_every_option_of_nvcc_is_in_the_table() -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("nvcc is not installed")
    said = subprocess.run([nvcc, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^(--[\w-]+)[^\n(]*\((-[\w+-]+)\)", said, re.MULTILINE)
    assert len(found) > 100
    known = {option.long: option.short for option in options()}
    assert [(long, short) for long, short in found if known.get(long) != short] == []


def _counterparts() -> set[str]:
    found = {hip for option in options() for hip in (option.hip, *option.by_value.values()) if hip}
    return {hip.format("7") for hip in found} | set(translations().values())


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("hip", sorted(_counterparts()))
def test_clang_takes_every_counterpart(tmp_path: Path, hip: str) -> None:
    from porter.toolchain.discovery import find

    (tmp_path / "k.hip").write_text(KERNEL)
    words = hip.split()
    command = [
        str(find().clang), "--offload-arch=gfx942", "-nogpulib", "-nogpuinc", *words,
        "-Werror=unused-command-line-argument", "-Werror=unknown-warning-option",
    ]  # fmt: skip
    if "-rdynamic" in words:  # for the linker, which is told and not run
        command.append("-###")
    elif not {"-c", "-fsyntax-only", "--emit-static-lib"}.intersection(words):
        command.append("-c")
    if any("hip/" in word for word in words):
        toolchain = find()
        command[command.index("-nogpuinc")] = f"--rocm-path={toolchain.rocm_path}"
        command += [*toolchain.host_flags(), "-fsyntax-only"]  # there is nothing to link with
        command.remove("-c")
    if "-x" in words and "hip" not in words:
        (tmp_path / "k.hip").write_text("int a;\n")
        command.remove("--offload-arch=gfx942")
    elif "-x" not in words:
        command += ["-x", "hip"]
    command.append("k.hip")
    if "-fsyntax-only" not in words:
        command += ["-o", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
