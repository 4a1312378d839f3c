"""Names of files that make, CMake, Python or a shell would take for something else."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from porter.convert.emission import Kind
from porter.errors import PorterError
from porter.port.scaffold.names import can_name

from .trees import KERNEL, port

#: Writes down which source it is asked to compile, and makes what it is asked to make.
COMPILER = """\
#!/bin/sh
source= output=
while [ $# -gt 0 ]; do
  case $1 in
    -c) case $2 in -*) ;; *) source=$2; shift;; esac;;
    -o) output=$2; shift;;
    -MF | -MT | -x) shift;;
    -*) ;;
    *) source=$1;;
  esac
  shift
done
printf '%s\\0' "$source" >>LOG
mkdir -p "$(dirname "$output")"
: >"$output"
"""
PIECES = st.sampled_from(
    [
        *("a", "b", "test", "all", "build", "$(shell touch PWNED)", "`touch PWNED`", "$@", "$<"),
        *(";touch PWNED;", "\n\ttouch PWNED\n", "${CMAKE_COMMAND}", "$ENV{HOME}", "$<1:x>", "]]"),
        *" -.$#%:=|&'\"\\()[]{}*?~@!<>,+ü\n\t^\u00a0\udcff;`",
    ]
)
#: A name of dots alone hides the suffix behind it.
NAMES = st.lists(PIECES, min_size=1, max_size=4).map("".join).filter(lambda name: name.strip("."))


def compiler(folder: Path) -> tuple[Path, Path]:
    """Write a compiler that only takes notes; return it and its notes."""
    program, log = folder / "compiler", folder / "log"
    program.write_text(COMPILER.replace("LOG", str(log)))
    program.chmod(0o755)
    log.touch()
    return program, log


def compiled(log: Path) -> list[str]:
    """Return the sources that were compiled; what is linked ends in `.o`."""
    words = os.fsdecode(log.read_bytes()).split("\0")
    return sorted(word for word in words if word.endswith(".cu"))


def written(folder: Path) -> set[str]:
    """Return what a command in a name would have made."""
    return {path.name for path in folder.rglob("PWNED*") if ".cu" not in path.name}


def made(folder: Path, names: set[str], kind: Kind) -> tuple[Path, list[str]] | None:
    """Port files of some names; return the port and what it builds, None when that is nothing."""
    files = {f"{name}.cu": KERNEL for name in names}
    try:
        out, summary = port(folder, files, kind)
    except PorterError as error:
        assert "rename it" in (error.hint or "")
        return None
    able = sorted(name for name in files if can_name(kind, name))
    assert len([note for note in summary.notes if "is not built" in note]) == len(files) - len(able)
    return out, able


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sets(NAMES, min_size=1, max_size=6))
@example({"`touch PWNED`", "$(shell touch PWNED)", "a;touch PWNED;", "plain"})
@example({"a", "a.cu.o", "build", "lib", "-x", "@x", "~", "a=b"})
def test_make_compiles_each_source_under_its_name(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    folder = tmp_path_factory.mktemp("make")
    if (result := made(folder, names, Kind.PLAIN)) is None:
        return
    out, able = result
    program, log = compiler(folder)
    done = subprocess.run(
        ["make", "-C", str(out), f"HIPCC={program}"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert compiled(log) == able
    assert written(folder) == set()


def configured(out: Path, folder: Path, generator: str) -> list[str]:
    """Build a port with CMake and a compiler that takes notes; return what was compiled."""
    script = out / "CMakeLists.txt"
    text = script.read_text(encoding="utf-8").replace("CXX HIP)", "CXX)")
    script.write_text(text.replace("LANGUAGE HIP)", "LANGUAGE CXX)"), encoding="utf-8")
    program, log = compiler(folder)
    forced = [f"-DCMAKE_CXX_COMPILER={program}", "-DCMAKE_CXX_COMPILER_FORCED=ON"]
    tools = [f"-DCMAKE_AR={shutil.which('true')}", f"-DCMAKE_RANLIB={shutil.which('true')}"]
    tree = folder / "tree"
    for command in (
        ["cmake", "-S", str(out), "-B", str(tree), "-G", generator, *forced, *tools],
        ["cmake", "--build", str(tree)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return sorted(os.path.relpath(path, out) for path in compiled(log))


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
@pytest.mark.parametrize("generator", ["Unix Makefiles", "Ninja"])
def test_cmake_compiles_each_source_under_its_name(tmp_path: Path, generator: str) -> None:
    names = {
        "a b", "a(b)", "a'b", "a&b", "a=b", "a!b", "~a", "-a", "@a", "a+b,c", "größe",
        "test", "a^b", "a#b", "a%b{c}",
        "a;touch PWNED;", "$(touch PWNED)", "`touch PWNED`", "a[b", "a$<1:b>",
        'a"b', "a\\b",
    }  # fmt: skip
    result = made(tmp_path, names, Kind.CMAKE)
    assert result is not None
    out, able = result
    assert {"a b.cu", "a(b).cu", "größe.cu"} <= set(able)
    assert configured(out, tmp_path, generator) == able
    assert written(tmp_path) == set()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sets(NAMES, min_size=1, max_size=8))
def test_cmake_compiles_each_of_any_names(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    folder = tmp_path_factory.mktemp("cmake")
    if (result := made(folder, names, Kind.CMAKE)) is not None:
        assert configured(result[0], folder, "Unix Makefiles") == result[1]
        assert written(folder) == set()
