"""What upstream brings along that generated build files would run, read or take for their own."""

from __future__ import annotations

import ast
import json
import os
import subprocess
from pathlib import Path

import pytest

from porter.convert.emission import Kind
from porter.port.scaffold.names import build_folder, target_name
from porter.port.scaffold.quoting import cmake_bracket, make_words

from .test_hostile_names import compiled, compiler, written
from .trees import BINDING, KERNEL, PROGRAM, SETUP, TORCH_KERNEL, port

LOADER = "from torch.utils.cpp_extension import load\nload('a', ['b.cu'])\n"


def test_a_header_whose_name_make_would_run_is_harmless(tmp_path: Path) -> None:
    header = "h;touch PWNED;.h"
    files = {"a.cu": f'#include "{header}"\n{KERNEL}', header: "#pragma once\n"}
    out, _ = port(tmp_path, files, Kind.PLAIN)
    program, log = compiler(tmp_path)
    subprocess.run(["make", "-C", str(out), f"HIPCC={program}"], check=True, capture_output=True)
    (out / "build" / "a.cu.o.d").write_text(f"build/a.cu.o: a.cu \\\n  {header}\n")
    os.utime(out / "a.cu", (2e9, 2e9))
    subprocess.run(["make", "-C", str(out), f"HIPCC={program}"], check=True, capture_output=True)
    assert compiled(log) == ["a.cu", "a.cu"]
    assert written(tmp_path) == set()


@pytest.mark.parametrize("kind", [Kind.PLAIN, Kind.CMAKE])
def test_what_upstream_has_in_a_build_folder_is_not_taken_for_ours(
    tmp_path: Path, kind: Kind
) -> None:
    evil = {"build/evil.d": "$(shell touch PWNED)\n", "build_hip/x": ""}
    out, _ = port(tmp_path, {"a.cu": KERNEL, **evil}, kind)
    assert (out / "build" / "evil.d").exists()
    if kind is Kind.CMAKE:
        assert "-B build_hip_hip" in (out / "compile.sh").read_text()
        return
    program, _ = compiler(tmp_path)
    subprocess.run(["make", "-C", str(out), f"HIPCC={program}"], check=True, capture_output=True)
    assert (out / "build_hip_hip" / "a.cu.o").exists()
    assert written(tmp_path) == set()


@pytest.mark.parametrize("name", ["GNUmakefile", "makefile"])
def test_make_reads_the_ports_makefile_whatever_upstreams_is_called(
    tmp_path: Path, name: str
) -> None:
    out, _ = port(tmp_path, {"a.cu": KERNEL, name: "all:\n\ttouch PWNED\n"}, Kind.PLAIN)
    assert not (out / name).exists()
    (tmp_path / "both").mkdir()
    files = {"a.cu": KERNEL, name: "all:\n\ttouch PWNED\n"}
    out, _ = port(tmp_path / "both", files, Kind.PLAIN, dual=True)
    assert (out / "Makefile.hip").exists()
    assert not (out / "Makefile").exists()


def test_flags_with_signs_of_make_and_cmake_arrive_as_they_are(tmp_path: Path) -> None:
    value = "a#b$c ]]\\#'\"d"
    files = {"a.cu": KERNEL, "compile_commands.json": json.dumps(
        [{"directory": ".", "file": "a.cu", "arguments": ["nvcc", f"-DX={value}", "-c", "a.cu"]}]
    )}  # fmt: skip
    out, _ = port(tmp_path, files, Kind.PLAIN)
    program = tmp_path / "compiler"
    program.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" >>{tmp_path}/words\n')
    program.chmod(0o755)
    subprocess.run(["make", "-C", str(out), f"HIPCC={program}"], check=False, capture_output=True)
    assert f"-DX={value}" in (tmp_path / "words").read_text().split("\0")


def test_python_and_shell_get_no_names_that_are_code(tmp_path: Path) -> None:
    name = 'x"];import os;os.system("touch PWNED")#'
    files = {
        "bind.cpp": BINDING,
        "one.cu": TORCH_KERNEL,
        f"{name}.cu": TORCH_KERNEL,
        "pkg\nimport os #/__init__.py": "",
        "pkg\nimport os #/ops.py": LOADER,
    }
    out, summary = port(tmp_path, files, Kind.TORCH)
    for script in out.rglob("*.py"):
        ast.parse(script.read_bytes())
        assert "import os #" not in script.read_text()
    assert "PWNED" not in (out / "setup.py").read_text()
    assert any("is not built" in note for note in summary.notes)


def test_names_of_extensions_reach_no_shell(tmp_path: Path) -> None:
    setup = SETUP.replace("pkg._C", "x'; touch PWNED; '")
    files = {"setup.py": setup, "csrc/bind.cpp": BINDING, "csrc/one.cu": TORCH_KERNEL}
    out, _ = port(tmp_path, files, Kind.TORCH)
    assert "PWNED" not in (out / "compile.sh").read_text()


def test_a_project_has_a_name_that_every_tool_takes(tmp_path: Path) -> None:
    files = {"test.cu": PROGRAM, "all/test.cu": PROGRAM, "x/x.cu": PROGRAM, "help.cu": KERNEL}
    out, _ = port(tmp_path, files, Kind.CMAKE)
    text = (out / "CMakeLists.txt").read_text()
    assert "add_executable(all_test all/test.cu)" in text
    assert "add_executable(test_program test.cu)" in text
    assert "add_executable(x_program x/x.cu)" in text
    assert target_name("größe", ()) == "gr__e"
    assert target_name("--", ()) == "program"
    assert build_folder(["build/x", "build_hip"]) == "build_hip_hip"


def test_brackets_of_cmake_end_where_they_should() -> None:
    assert cmake_bracket("a") == "[[a]]"
    assert cmake_bracket("a]]b") == "[=[a]]b]=]"
    assert cmake_bracket("a]=]b]") == "[==[a]=]b]]==]"
    assert make_words(["a#b", "$x", "c"]) == "'a\\#b' '$$x' c"
