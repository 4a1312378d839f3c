"""The options that a port may choose: clang takes every one, and none does more than compile."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from porter.compile.read.flags import sort_flags
from porter.tables.clang_options import clang_options, is_standard
from porter.tables.names import rules_folder
from porter.toolchain.discovery import find

#: Numbers and words that options take, where not any word will do.
_NUMBERS = {"-mcode-object-version=": 5}
_WORDS = {
    "-fcf-protection=": "full",
    "-fclang-abi-compat=": "18.0",
    "-fcomplex-arithmetic=": "full",
    "-fdenormal-fp-math=": "ieee",
    "-fdiagnostics-color=": "never",
    "-fexcess-precision=": "standard",
    "-fexec-charset=": "UTF-8",
    "-ffp-contract=": "off",
    "-ffp-eval-method=": "source",
    "-ffp-exception-behavior=": "ignore",
    "-ffp-model=": "precise",
    "-fgnuc-version=": "11.0",
    "-fgpu-default-stream=": "per-thread",
    "-finput-charset=": "UTF-8",
    "-flax-vector-conversions=": "none",
    "-fms-compatibility-version=": "19",
    "-fno-builtin-": "memcpy",
    "-fopenmp=": "libomp",
    "-ftls-model=": "local-exec",
    "-ftrivial-auto-var-init=": "zero",
    "-fveclib=": "libmvec",
    "-fvisibility=": "hidden",
    "-mabi=": "sysv",
    "-march=": "x86-64-v3",
    "-masm=": "att",
    "-mcmodel=": "small",
    "-mfpmath=": "sse",
    "-mtune=": "native",
    "-stdlib=": "libstdc++",
    "-Rpass=": "inline",
    "-Rpass-analysis=": "inline",
    "-Rpass-missed=": "inline",
}


def every_option() -> Iterator[str]:
    """Yield every option of the table, with a value where it takes one."""
    yield from sorted(clang_options().whole)
    document = tomllib.loads((rules_folder() / "cuda-hip" / "clang_options.toml").read_text())
    yield from (f"{name}{_NUMBERS.get(name, 64)}" for name in document["number"]["names"].split())
    yield from (f"{name}a=b" for name in document["text"]["names"].split())
    for name in document["word"]["names"].split():
        yield name + ("undefined" if "sanitize" in name else _WORDS[name])
    yield from (f"-mllvm=-{name}" for name in document["llvm"]["names"].split())


def jobs(options: Sequence[str], mode: Sequence[str], folder: Path) -> list[str]:
    """Return the programs that clang would start, or what it complains of."""
    command = [str(find().clang), "-###", *mode, *options, "a.cpp"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    complaints = [line for line in lines if "error:" in line or "unknown" in line.lower()]
    return complaints or [" ".join(line.split()[:2]) for line in lines if line.startswith(' "')]


MODES = {
    "c++": ("-x", "c++", "-fsyntax-only"),
    "hip host": ("-x", "hip", "--cuda-host-only", "-nogpuinc", "-fsyntax-only"),
    "hip device": ("-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-fsyntax-only",
                   "--offload-arch=gfx942"),
}  # fmt: skip


@pytest.mark.toolchain
@pytest.mark.parametrize("mode", MODES)
def test_clang_knows_every_option_and_starts_nothing_more_for_it(tmp_path: Path, mode: str) -> None:
    (tmp_path / "a.cpp").touch()
    options = list(every_option())
    assert len(options) > 300
    plain = jobs([], MODES[mode], tmp_path)
    assert len(plain) == 1
    for start in range(0, len(options), 10):
        some = options[start : start + 10]
        assert jobs(some, MODES[mode], tmp_path) == plain, some


@pytest.mark.toolchain
def test_no_option_makes_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int twice(int x) { return 2 * x; }\n")
    options = [one for one in every_option() if one not in ("-m32", "-nostdinc", "-nostdinc++")]
    for start in range(0, len(options), 40):
        words = [*options[start : start + 40], "-w", "-c", "a.cpp", "-o", "a.o"]
        subprocess.run([str(find().clang), *words], cwd=tmp_path, capture_output=True, check=False)
        assert {path.name for path in tmp_path.iterdir()} <= {"a.cpp", "a.o"}, words


@pytest.mark.parametrize("option", list(every_option()))
def test_what_the_table_names_passes(tmp_path: Path, option: str) -> None:
    words = ["-mllvm", option.removeprefix("-mllvm=")] if "-mllvm" in option else [option]
    flags = sort_flags(words, tmp_path)
    assert (flags.kept, flags.refused) == (words, [])


@pytest.mark.parametrize("name", ["c++17", "gnu++2a", "c++23", "c99", "c11"])
def test_standards(name: str) -> None:
    assert is_standard(name)


@pytest.mark.parametrize("name", ["", "c++latest", "c++17 -o x", "c++17\n", "../c++17"])
def test_what_is_no_standard(name: str) -> None:
    assert not is_standard(name)
