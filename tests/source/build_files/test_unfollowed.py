"""What the readers of build files leave out at their bounds is told, with the file's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.cli._build_text import build_text
from porter.compile.read.cmake import CMakeReader
from porter.compile.read.makefile import read_makefiles
from porter.compile.read.setup_py import read_setup
from porter.compile.report import BuildReport
from porter.compile.units import find_units
from porter.source.build_files.unfollowed import Unfollowed

_DOUBLED = "".join(f"A{n} = A{n - 1} + A{n - 1}\n" for n in range(1, 20))


def notes(root: Path, name: str, text: str) -> tuple[str, ...]:
    """Return what the readers tell about a port that is one build file."""
    (root / name).write_text(text)
    told = Unfollowed(root)
    cmake = CMakeReader(root, told)
    cmake.read_scripts([name])
    for units in (
        read_setup(root, [name], told),
        cmake.units(),
        read_makefiles(root, [name], told),
    ):
        list(units)
    return told.notes


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A0 = ['a']\n" + _DOUBLED, "a value of more than 100,000 characters, elements or bits"),
        (
            "\nA = 'a' * 1000000000\n",
            "line 2: a value of more than 100,000 characters, elements or bits",
        ),
        ("A = 'a'\nA *= 1000000000\n", "line 2: a value of more than 100,000"),
        ("A = 'a'.replace('a', 'b' * 50000)\nB = A.replace('b', A)\n", "line 2: a value of more"),
        ("A = list(range(20000))\n", "line 1: a range of more than 10,000 numbers"),
        (
            "import itertools\nA = list(itertools.product(*[range(100)] * 3))\n",
            "line 2: a product of more than 10,000 elements",
        ),
        (
            "import glob\nA = glob.glob('**/**/*.cu')\n",
            "line 2: a pattern with `**` more than once",
        ),
        (
            "from pathlib import Path\nA = Path('.').glob('**/**/*.cu')\n",
            "line 2: a pattern with `**` more than once",
        ),
        (
            "for a in range(1000):\n    for b in range(1000):\n        c = a\n",
            "500,000 steps are taken; what would come next is not read",
        ),
        ("def f(n):\n    return f(n + 1)\nf(0)\n", "line 1: calls more than 20 deep"),
    ],
)
def test_a_setup_script_that_is_not_followed_is_named(
    tmp_path: Path, text: str, reason: str
) -> None:
    (note, *_) = notes(tmp_path, "setup.py", text)
    assert note.startswith("setup.py: not followed: ")
    assert reason in note


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A = $(A)\nB := $(A)\n", "variables that refer to one another 20 deep"),
        ("include $(wildcard *)\n", "inclusions beyond 200, or 20 deep"),
        ("A := " + "$(B)" * 100_002 + "\nC := $(A)$(B)\nD := $(B)\n", "references beyond 100,000"),
        (f"A = {'a' * 600_000}\nB := $(A)$(A)\n", "a value of more than 1,000,000 characters"),
    ],
)
def test_a_makefile_that_is_not_followed_is_named(tmp_path: Path, text: str, reason: str) -> None:
    assert f"Makefile: not followed: {reason}" in notes(tmp_path, "Makefile", text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"set(A {'a ' * 10_001})\n", "words of a list beyond 10,000"),
        (f"list(APPEND A {'a ' * 10_001})\n", "words of a list beyond 10,000"),
        (f"add_library(a {'a.cu ' * 20_001})\n", "words of a command beyond 20,000"),
        (f'set(A a)\nset(B "{"${A}" * 21}")\n', "variables of an argument beyond 20"),
        (
            f"set(A {'a' * 60_000})\nset(B ${{A}}${{A}})\n",
            "an argument of more than 100,000 characters",
        ),
    ],
)
def test_a_cmake_script_that_is_not_followed_is_named(
    tmp_path: Path, text: str, reason: str
) -> None:
    assert f"CMakeLists.txt: not followed: {reason}" in notes(tmp_path, "CMakeLists.txt", text)


@pytest.mark.parametrize("name", ["setup.py", "Makefile", "CMakeLists.txt"])
def test_a_build_file_within_the_bounds_is_told_nothing_of(tmp_path: Path, name: str) -> None:
    text = {
        "setup.py": "A = [str(n) for n in range(9000)]\nA += ['x']\n",
        "Makefile": "A = a\nB := $(A)\nmain: main.cu\n\tnvcc $(B) main.cu\n",
        "CMakeLists.txt": "set(A a)\nadd_library(b ${A}.cu)\n",
    }[name]
    assert notes(tmp_path, name, text) == ()


def test_a_sum_that_python_refuses_is_unknown_and_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("")
    (tmp_path / "setup.py").write_text("A = 1\nA += 'a'\nCUDAExtension('a', ['a.cu'])\n")
    assert [unit.source for unit in read_setup(tmp_path, ["setup.py"])] == ["a.cu"]


def test_the_report_of_a_build_tells_what_its_files_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("__global__ void f() {}\n")
    (tmp_path / "setup.py").write_text("A = 'a' * 1000000000\n")
    told = Unfollowed(tmp_path)
    find_units(tmp_path, unfollowed=told)
    report = BuildReport(tmp_path, (), True, "", "", "", tmp_path, (), (), told.notes)
    said = build_text(report, None, [])
    assert "warning: setup.py: not followed: line 1: a value of more" in said
