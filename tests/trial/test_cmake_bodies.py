"""The check runs CMake's functions, loops and included scripts, and says where what is wrong is."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.trial.cmake import CMakeTrial

HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX HIP)\n"


def told(root: Path, text: str) -> list[tuple[str, int, str]]:
    (root / "CMakeLists.txt").write_text(HEAD + text)
    (root / "main.cpp").write_text("int main() {}\n")
    found = CMakeTrial(root, root).complaints()
    return [(one.path, one.line, f"{one.severity.value}: {one.message}") for one in found]


def absent(name: str) -> str:
    return f"error: {name} is a source of a target and is not there"


DEMO = "function(demo name)\n  add_executable(${name} ${name}.cpp ${ARGN})\nendfunction()\n"


def test_a_source_that_a_call_gives_is_told_of_at_the_call(tmp_path: Path) -> None:
    found = told(tmp_path, DEMO + "demo(main)\ndemo(main extra.cu)\ndemo(other)\n")
    assert found == [
        ("CMakeLists.txt", 7, absent("extra.cu")),
        ("CMakeLists.txt", 4, absent("other.cpp")),  # no call has this word
    ]


def test_a_function_of_an_included_script(tmp_path: Path) -> None:
    (tmp_path / "cmake").mkdir()
    (tmp_path / "cmake" / "demo.cmake").write_text(DEMO)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "CMakeLists.txt").write_text("demo(far)\n")
    text = "list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/cmake)\ninclude(demo)\n"
    assert told(tmp_path, text + "add_subdirectory(sub)\n") == [
        ("cmake/demo.cmake", 2, absent("far.cpp"))
    ]


def test_a_loop_in_a_loop(tmp_path: Path) -> None:
    text = (
        "foreach(a IN ITEMS x y)\n  foreach(b IN ITEMS 1 2)\n"
        "    add_executable(${a}${b} main.cpp)\n  endforeach()\n"
        "  add_library(${a} ${a}.cpp)\nendforeach()\ntarget_link_options(x3 PRIVATE -g)\n"
    )
    assert told(tmp_path, text) == [
        ("CMakeLists.txt", 7, absent("x.cpp")),
        ("CMakeLists.txt", 7, absent("y.cpp")),
        ("CMakeLists.txt", 9, "error: there is no target x3 at this point"),
    ]


def test_what_a_function_hands_out(tmp_path: Path) -> None:
    text = (
        "function(sources out)\n  set(${out} absent.cpp PARENT_SCOPE)\nendfunction()\n"
        "sources(LIST)\nadd_executable(app ${LIST})\n"
    )
    assert told(tmp_path, text) == [("CMakeLists.txt", 7, absent("absent.cpp"))]


def test_what_a_folder_hands_out(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "CMakeLists.txt").write_text("set(LIST absent.cpp PARENT_SCOPE)\n")
    text = "add_subdirectory(sub)\nadd_executable(app ${LIST})\n"
    assert told(tmp_path, text) == [("CMakeLists.txt", 4, absent("absent.cpp"))]


@pytest.mark.parametrize(
    "text",
    [
        "foreach(one IN LISTS NOBODYS)\n  add_library(${one} main.cpp)\nendforeach()\n"
        "target_link_options(a PRIVATE -g)\n",
        "foreach(one a ${NOBODYS})\n  add_library(${one} main.cpp)\nendforeach()\n"
        "target_link_options(b PRIVATE -g)\n",
        "while(X)\n  add_library(a main.cpp)\nendwhile()\ntarget_link_options(a PRIVATE -g)\n",
        f"{DEMO}demo(${{NOBODYS}})\ntarget_link_options(a PRIVATE -g)\n",
        "add_library(${NOBODYS} main.cpp)\ntarget_link_options(a PRIVATE -g)\n",
        # Whether a function is given more is not known, where a variable is not.
        "function(f)\n  if(NOT ARGN)\n    message(FATAL_ERROR none)\n  endif()\nendfunction()\n"
        "f(${NOBODYS})\n",
        "function(f)\n  cmake_parse_arguments(A QUIET TO LIKE ${ARGN})\n  if(NOT A_QUIET)\n"
        "    message(FATAL_ERROR none)\n  endif()\nendfunction()\nf(${NOBODYS})\n",
        "set(A ${NOBODYS})\nif(NOT A)\n  message(FATAL_ERROR none)\nendif()\n",
        "list(APPEND A ${NOBODYS})\nif(NOT A)\n  message(FATAL_ERROR none)\nendif()\n",
        "function(f)\n  if(X)\n    set(A OFF PARENT_SCOPE)\n  endif()\nendfunction()\n"
        "set(A ON)\nf()\nif(NOT A)\n  message(FATAL_ERROR none)\nendif()\n",
        # What is made is made, whatever the variable that names it.
        "foreach(one a b)\n  add_executable(${one} ${one}_made.cpp)\n"
        "  add_custom_command(OUTPUT ${one}_made.cpp COMMAND gen)\nendforeach()\n",
        "include(${X})\nnobodys_generator(${CMAKE_BINARY_DIR}/made.cpp)\n"
        "add_executable(app made.cpp)\n",
        # Nothing is reached behind `return`.
        "function(f)\n  if(UNIX)\n    return()\n  endif()\n  message(FATAL_ERROR none)\n"
        "endfunction()\nf()\n",
        "foreach(one a b)\n  if(UNIX)\n    continue()\n  endif()\n  message(FATAL_ERROR none)\n"
        "endforeach()\n",
        "macro(leave)\n  return()\nendmacro()\nleave()\nmessage(FATAL_ERROR none)\n",
    ],
)
def test_nothing_is_said_of_what_may_be_well(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


def test_what_is_behind_a_folder_or_a_script_that_is_left(tmp_path: Path) -> None:
    (tmp_path / "left.cmake").write_text("return()\nmessage(FATAL_ERROR no)\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "CMakeLists.txt").write_text("return()\nmessage(FATAL_ERROR no)\n")
    text = "include(left.cmake)\nadd_subdirectory(sub)\nmessage(FATAL_ERROR yes)\n"
    assert told(tmp_path, text) == [("CMakeLists.txt", 5, "error: CMake stops here: yes")]


def test_a_function_that_calls_itself(tmp_path: Path) -> None:
    text = "function(f)\n  f()\n  f()\nendfunction()\nf()\ntarget_link_options(a PRIVATE -g)\n"
    told(tmp_path, text)  # ends
