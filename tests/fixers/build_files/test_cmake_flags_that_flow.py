"""Flags of nvcc's that reach the compiler through variables, functions and other scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES CXX CUDA)\n"
SINK = "target_compile_options(run PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:{}>)\n"
#: What is told -> scripts, what one of them has in the port.
FLOWS = {
    "through_three_variables": (
        {"CMakeLists.txt": 'set(A -G)\nset(B "${A} -O2")\nset(C ${B})\n' + SINK.format("${C}")},
        "set(A -g)",
    ),
    "an_architecture_in_a_variable": (
        {"CMakeLists.txt": 'set(SM sm_70)\nset(A "-arch=${SM}")\nset(CMAKE_CUDA_FLAGS "${A}")\n'},
        "set(A)",
    ),
    "in_an_included_script": (
        {
            "CMakeLists.txt": 'include(o.cmake)\nset(CMAKE_CUDA_FLAGS "${MINE}")\n',
            "o.cmake": 'set(MINE "-G -O2")\n',
        },
        'set(MINE "-g -O2")',
    ),
    "in_the_arguments_of_an_included_function": (
        {
            "CMakeLists.txt": "include(o.cmake)\nadd_options(run -G --expt-relaxed-constexpr)\n",
            "o.cmake": "function(add_options name)\n  "
            + SINK.format("${ARGN}").replace("run", "${name}")
            + "endfunction()\n",
        },
        "add_options(run -g)",
    ),
    "in_a_loop": (
        {
            "CMakeLists.txt": "set(EVERY -G -O2)\nforeach(one ${EVERY})\n"
            '  string(APPEND CMAKE_CUDA_FLAGS " ${one}")\nendforeach()\n'
        },
        "set(EVERY -g -O2)",
    ),
    "in_a_variable_whose_name_is_an_argument": (
        {
            "CMakeLists.txt": "function(fill out)\n  set(${out} -G PARENT_SCOPE)\nendfunction()\n"
            "fill(EXTRA)\n" + SINK.format("${EXTRA}")
        },
        "set(${out} -g PARENT_SCOPE)",
    ),
    "not_of_the_host": (
        {"CMakeLists.txt": 'set(A -G)\nset(CMAKE_CUDA_FLAGS ${A})\nset(CMAKE_CXX_FLAGS "${A}")\n'},
        "set(A -G)",
    ),
    "not_of_a_test": (
        {
            "CMakeLists.txt": "function(check name)\n  add_test(NAME ${name} COMMAND run ${ARGN})\n"
            "endfunction()\ncheck(one -G --maxrregcount=32)\n"
        },
        "check(one -G --maxrregcount=32)",
    ),
    "not_of_a_program": (
        {"CMakeLists.txt": "set(PATTERN -G)\nexecute_process(COMMAND ctest ${PATTERN})\n"},
        "set(PATTERN -G)",
    ),
}


@pytest.mark.parametrize("told", FLOWS)
def test_a_flag_is_changed_where_it_is_written(tmp_path: Path, told: str) -> None:
    scripts, expected = FLOWS[told]
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "main.cu").write_text("int main() {}\n")
    for name, text in scripts.items():
        head = HEAD if name == "CMakeLists.txt" else ""
        tail = "add_executable(run main.cu)\n" if name == "CMakeLists.txt" else ""
        (source / name).write_text(f"{head}{text}{tail}")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    found = "".join((port / name).read_text() for name in scripts)
    assert expected in found, found


def test_a_script_with_many_variables_is_followed_once_each(tmp_path: Path) -> None:
    links = "".join(f'set(V{i} "${{V{i + 1}}} -G")\n' for i in range(400))
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "main.cu").write_text("int main() {}\n")
    (source / "CMakeLists.txt").write_text(f'{HEAD}{links}set(CMAKE_CUDA_FLAGS "${{V0}}")\n')
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert 'set(V0 "${V1} -g")' in (port / "CMakeLists.txt").read_text()
