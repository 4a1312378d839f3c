"""Build files that double, explode, include themselves or nest: each is read, and quickly."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.makefile import read_makefiles
from porter.source.build_files.static_python import StaticReader
from tests.time_limit import time_limit

_CHAIN = range(60)


def within(seconds: float) -> float:
    return time.process_time() + seconds


@pytest.mark.parametrize(
    "expression",
    [
        '"a" * 10**10',
        "[0] * 10**9",
        "9**9**9",
        "1 << 10**10",
        '"%1000000000d" % 1',
        '"%*d" % (1000000000, 1)',
        '"{:1000000000}".format(1)',
        '("a" * 900).replace("a", "b" * 900).replace("b", "c" * 900)',
        "[0 for a in range(9999) for b in range(9999) for c in range(9999)]",
        "list(itertools.product(range(999), range(999), range(999)))",
        "list(itertools.product(*[[0, 1]] * 500))",
        "(" * 5000 + "1" + ")" * 5000,
        "-" * 50_000 + "1",
        "+".join(["1"] * 50_000),
        "f(" * 90 + ")" * 90,
        'Path("/").rglob("*")',
        'glob.glob("**/**/**/**", recursive=True)',
    ],
)
def test_an_expression_that_explodes(tmp_path: Path, expression: str) -> None:
    script = tmp_path / "setup.py"
    script.write_text(f"import glob, itertools\nfrom pathlib import Path\nx = {expression}\n")
    end = within(10)
    try:
        StaticReader(script, {}, lambda *_: None).run()
    except SyntaxError:
        pass
    assert time.process_time() < end


@pytest.mark.parametrize(
    "expression",
    [
        'Path("/").rglob("*")',
        'Path("/").glob("**/*")',
        'Path("..").rglob("*")',
        'Path("out").rglob("*")',
        'Path(".").rglob("*")',
        'Path("out/etc").glob("*")',
        'Path(".").glob("out/*/*")',
        'glob.glob("/**", recursive=True)',
        'glob.glob("/*")',
        'glob.glob("../*")',
        'glob.glob("out/**", recursive=True)',
        'glob.glob("**/*", recursive=True)',
        'glob.glob("*/*/*")',
    ],
)
def test_a_script_lists_nothing_outside_of_its_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expression: str
) -> None:
    (tmp_path / "port/csrc").mkdir(parents=True)
    (tmp_path / "port/csrc/a.cu").touch()
    (tmp_path / "secret.cu").touch()
    (tmp_path / "port/out").symlink_to("/")
    script = tmp_path / "port/setup.py"
    script.write_text(f"import glob\nfrom pathlib import Path\nshow([*{expression}])\n")
    listed: list[str] = []
    walked = os.scandir

    def scandir(folder=".") -> object:
        listed.append(os.path.realpath(folder))
        return walked(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    shown: list[object] = []
    with time_limit(20):
        StaticReader(script, {}, lambda name, given, *_: shown.extend(given)).run()
    root = str(tmp_path / "port")
    assert len(listed) < 100
    for value in shown:
        for path in value if isinstance(value, list) else []:
            assert os.path.realpath(tmp_path / "port" / str(path)).startswith(root), path


@pytest.mark.parametrize(
    "body",
    ["x = x + x", "x += x", "x.extend(x)", "y = [x, x]; x = y", "x = x * 2", "x = [*x, *x]"],
)
def test_a_value_that_doubles(tmp_path: Path, body: str) -> None:
    script = tmp_path / "setup.py"
    script.write_text(f"x = [1]\nfor i in range(9000):\n    {body}\nfinish(1)\n")
    called: list[str] = []
    end = within(10)
    StaticReader(script, {}, lambda name, *_: called.append(name)).run()
    assert time.process_time() < end and called == ["finish"]


def test_functions_that_call_each_other(tmp_path: Path) -> None:
    script = tmp_path / "setup.py"
    script.write_text("def f():\n    f()\n    f()\n\n\nf()\n")
    end = within(10)
    StaticReader(script, {}, lambda *_: None).run()
    assert time.process_time() < end


def test_variables_of_make_that_double(tmp_path: Path) -> None:
    lines = [f"V{at} = $(V{at + 1})$(V{at + 1})" for at in _CHAIN]
    simple = [f"W{at + 1} := $(W{at})$(W{at})" for at in _CHAIN]
    text = "\n".join([*lines, "W0 := x", *simple, "a.o: a.cu", "\tnvcc -c a.cu $(V0) $(W60)", ""])
    (tmp_path / "Makefile").write_text(text)
    end = within(10)
    units = list(read_makefiles(tmp_path, ["Makefile"]))
    assert time.process_time() < end and len(units) == 0


@pytest.mark.parametrize(
    "text",
    [
        "a.o: a.cu\n\thipcc " + "'\"`" * 300_000 + "\n",
        "V = " + f"-D{'X' * 60} " * 6_000 + "\na.o: a.cu\n" + "\thipcc $(V) a.cu\n" * 1_000,
        "f = $(call f,$(1)$(1))\na.o: a.cu\n\t$(call f,x)\n",
        "$(" * 300_000 + ":\n",
        "a.o: a.cu\n\t$(call " + "(," * 300_000 + ")\n",
    ],
)
def test_a_makefile_of_long_lines(tmp_path: Path, text: str) -> None:
    (tmp_path / "Makefile").write_text(text)
    (tmp_path / "a.cu").touch()
    end = within(10)
    list(read_makefiles(tmp_path, ["Makefile"]))
    assert time.process_time() < end


def test_a_makefile_that_includes_itself_twice(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("include Makefile Makefile\na.o: a.cu\n\tnvcc -c a.cu\n")
    (tmp_path / "a.cu").touch()
    end = within(10)
    assert {unit.source for unit in read_makefiles(tmp_path, ["Makefile"])}
    assert time.process_time() < end


def test_a_makefile_that_includes_a_device(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("include /dev/zero\na.o: a.cu\n\tnvcc -c a.cu\n")
    (tmp_path / "a.cu").touch()
    assert len(list(read_makefiles(tmp_path, ["Makefile"]))) == 1


def test_variables_of_cmake_that_double(tmp_path: Path) -> None:
    quoted = [f'set(V{at + 1} "${{V{at}}}${{V{at}}}")' for at in _CHAIN]
    lists = ["list(APPEND L ${L} ${L} x)"] * 60
    targets = ["add_library(t a.cu)", "target_compile_options(t PRIVATE ${V60} ${L})"]
    text = "\n".join(['set(V0 "x")', *quoted, *lists, *targets])
    (tmp_path / "CMakeLists.txt").write_text(text)
    (tmp_path / "a.cu").touch()
    end = within(10)
    reader = CMakeReader(tmp_path)
    reader.read_scripts(["CMakeLists.txt"])
    assert len(list(reader.units())) == 1 and time.process_time() < end


def test_targets_of_cmake_in_a_long_chain_and_a_circle(tmp_path: Path) -> None:
    count = 3000
    lines = [f"add_library(t{at} a.cu)" for at in range(count)]
    lines += [f"target_compile_definitions(t{count - 1} PUBLIC LAST)"]
    lines += [f"target_link_libraries(t{at} t{(at + 1) % count})" for at in range(count)]
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lines))
    (tmp_path / "a.cu").touch()
    reader = CMakeReader(tmp_path)
    reader.read_scripts(["CMakeLists.txt"])
    assert "-DLAST" in next(reader.units()).flags
