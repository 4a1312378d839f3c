"""Units and flags out of a port's CMake files."""

from __future__ import annotations

from pathlib import Path

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.unit import Language, Unit
from tests.compile.tree import names, write_tree


def read(root: Path) -> dict[str, Unit]:
    """Return the units of the tree's CMake files by their source."""
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    return {unit.source: unit for unit in reader.units()}


CMAKE = """\
cmake_minimum_required(VERSION 3.21)
project(thing LANGUAGES CXX HIP) # a comment (with parentheses)
set(CMAKE_HIP_STANDARD 20)
set(SRC a.hip
        "sub dir/b.cpp")
list(APPEND SRC c.hip)
#[[ add_executable(commented x.hip) ]]
add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-munsafe-fp-atomics> $<$<CONFIG:Debug>:-g> -Wall)
add_library(core STATIC ${SRC} ${UNKNOWN}/gone.hip)
target_include_directories(core PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                       $<INSTALL_INTERFACE:include>)
target_compile_definitions(core PUBLIC CORE=1 PRIVATE -DOLD)
if(WITH_TOOLS)
  add_subdirectory(tools)
endif()
function(helper)
  add_library(never d.hip)
endfunction()
"""
TOOLS = """\
file(GLOB TOOL_SRC *.cpp)
add_executable(tool ${TOOL_SRC})
target_link_libraries(tool PRIVATE core ${TORCH_LIBRARIES})
set_source_files_properties(tool.cpp PROPERTIES LANGUAGE HIP)
"""


def test_cmake(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {
            "CMakeLists.txt": CMAKE,
            "tools/CMakeLists.txt": TOOLS,
            **dict.fromkeys(("a.hip", "sub dir/b.cpp", "c.hip", "d.hip", "tools/tool.cpp"), ""),
        },
    )
    units = read(root)
    assert list(units) == ["a.hip", "sub dir/b.cpp", "c.hip", "tools/tool.cpp"]
    a, b, tool = units["a.hip"], units["sub dir/b.cpp"], units["tools/tool.cpp"]
    assert (a.std, a.flags) == ("gnu++20", ("-Wall", "-DCORE=1", "-DOLD", "-munsafe-fp-atomics"))
    assert a.includes == (root / "include",)
    assert (b.std, b.flags) == (None, ("-Wall", "-DCORE=1", "-DOLD"))
    assert tool.language is Language.HIP
    assert "-DCORE=1" in tool.flags, "handed on by what it links"
    assert (tool.includes, tool.origin) == ((root / "include",), "tools/CMakeLists.txt")


def test_options_of_a_language_are_a_list(tmp_path: Path) -> None:
    text = """\
        project(thing LANGUAGES CXX HIP)
        set(KERNEL_FLAGS -DONE "-DTWO;-O2")
        add_compile_options("$<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing;-DZERO>")
        add_library(core a.hip b.cpp)
        target_compile_options(core PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:${KERNEL_FLAGS}>")
        """
    root = write_tree(tmp_path, {"CMakeLists.txt": text, "a.hip": "", "b.cpp": ""})
    units = read(root)
    assert units["a.hip"].flags == ("-fno-strict-aliasing", "-DZERO", "-DONE", "-DTWO", "-O2")
    assert units["b.cpp"].flags == ()


def test_an_expression_that_a_list_parts_is_one(tmp_path: Path) -> None:
    text = """\
        project(thing LANGUAGES CXX HIP)
        add_library(core a.hip b.cpp)
        target_compile_options(core PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3;;-DFN=naive> -Wall)
        """
    root = write_tree(tmp_path, {"CMakeLists.txt": text, "a.hip": "", "b.cpp": ""})
    units = read(root)
    assert sorted(units["a.hip"].flags) == ["-DFN=naive", "-O3", "-Wall"]
    assert units["b.cpp"].flags == ("-Wall",)


OPTIONS = """\
project(thing LANGUAGES CXX HIP)
option(WITH_MPI "" OFF)
option(WITH_LOGS "" ON)
option(WITH_CUDA "" OFF)
add_library(core a.hip)
if(WITH_MPI)
  add_definitions(-DMPI)
  set(MODE mpi)
  add_executable(ranks ranks.hip)
  target_compile_definitions(ranks PRIVATE RANKS=${MODE})
elseif(WITH_CUDA)
  add_definitions(-DGPU)
else()
  add_definitions(-DNO_GPU)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "PGI")
  target_compile_options(core PRIVATE -Mnodaz)
elseif(NOT MSVC)
  if(WITH_LOGS)
    target_compile_definitions(core PRIVATE LOGS)
  else()
    target_compile_definitions(core PRIVATE NO_LOGS)
  endif()
else()
  target_compile_options(core PRIVATE /W4)
endif()
"""


def test_cmake_takes_the_branches_of_clang_and_of_the_options_as_they_are(tmp_path: Path) -> None:
    files = {"CMakeLists.txt": OPTIONS, "a.hip": "", "ranks.hip": ""}
    root = write_tree(tmp_path, files)
    units = read(root)
    outside = ("-DGPU", "-DNO_GPU")
    assert units["a.hip"].flags == (*outside, "-DLOGS")
    assert units["ranks.hip"].flags == (*outside, "-DRANKS=mpi")


def test_standards_of_targets(tmp_path: Path) -> None:
    """HIP's own wins over C++'s for HIP's sources, and C has its own; all with GNU's extensions."""
    text = (
        "set(CMAKE_C_STANDARD 99)\nadd_library(one a.hip b.cpp c.c)\nadd_library(two d.hip e.cpp)\n"
        "set_target_properties(one PROPERTIES HIP_STANDARD 20 CXX_STANDARD 14)\n"
        "set_property(TARGET two PROPERTY CXX_STANDARD 17)\n"
        "add_library(three f.cpp)\n"
        "set_target_properties(three PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)\n"
    )
    sources = dict.fromkeys(("a.hip", "b.cpp", "c.c", "d.hip", "e.cpp", "f.cpp"), "")
    units = read(write_tree(tmp_path, {"CMakeLists.txt": text, **sources}))
    assert {name: unit.std for name, unit in units.items()} == {
        "a.hip": "gnu++20",
        "b.cpp": "gnu++14",
        "c.c": "gnu99",
        "d.hip": "gnu++17",
        "e.cpp": "gnu++17",
        "f.cpp": "c++17",
    }


def sources_of_targets(root: Path) -> dict[str, list[str]]:
    """Return the sources that are read of each target."""
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    return {name: target.sources for name, target in reader.targets.items()}


def test_functions_and_macros_are_called(tmp_path: Path) -> None:
    text = """\
function(add_demo name)
  cmake_parse_arguments(ARG "QUIET" "STD" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS})
  target_compile_definitions(${name} PRIVATE NAME=${name})
  set(own 1)
  set(LAST ${name} PARENT_SCOPE)
endfunction()
macro(add_two first second)
  add_demo(${first} ${first}.cpp)
  add_demo(${second} SOURCES ${ARGN} QUIET b.cpp LIBS one)
  set(MADE ${first} ${second})
endmacro()
add_two(one two a.hip)
add_demo(${UNKNOWN} gone.hip)
add_library(last_${LAST} c.hip)
add_library(${own} e.hip)
add_library(with_${MADE} d.hip)
"""
    root = write_tree(tmp_path, {"CMakeLists.txt": text, "a.hip": "", "b.cpp": "", "one.cpp": ""})
    found = sources_of_targets(root)
    assert found == {"one": ["one.cpp"], "two": ["a.hip", "b.cpp"], "last_two": ["c.hip"],
                     "e.hip": [], "with_one": ["two", "d.hip"]}  # fmt: skip
    assert read(root)["one.cpp"].flags == ("-DNAME=one",)


def test_loops_over_lists_are_turned(tmp_path: Path) -> None:
    text = """\
set(ALL a b)
foreach(name IN LISTS ALL ITEMS c)
  foreach(n RANGE 1 2)
    add_executable(${name}_${n} ${name}.cpp)
  endforeach()
endforeach()
foreach(name ${UNKNOWN})
  add_executable(${name} gone.cpp)
endforeach()
while(TRUE)
  add_executable(never gone.cpp)
endwhile()
set(SOURCES a.cpp k.hip b.cpp)
list(FILTER SOURCES EXCLUDE REGEX "\\\\.hip$")
list(REMOVE_ITEM SOURCES b.cpp)
list(PREPEND SOURCES c.cpp)
add_executable(rest ${SOURCES})
"""
    found = sources_of_targets(write_tree(tmp_path, {"CMakeLists.txt": text}))
    assert list(found) == ["a_1", "a_2", "b_1", "b_2", "c_1", "c_2", "rest"]
    assert found["rest"] == ["c.cpp", "a.cpp"]


def test_scripts_that_are_included_are_read(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": """\
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)
include(cmake/options.cmake)
include(Helpers)
include(FindCUDA)
include(../outside.cmake)
add_subdirectory(sub)
""",
        "cmake/options.cmake": """\
set(SOURCES a.cpp)
include(${CMAKE_CURRENT_LIST_DIR}/more.cmake)
""",
        "cmake/more.cmake": "include(cmake/options.cmake)\nset(MORE b.cpp)\n",
        "cmake/Helpers.cmake": """\
function(demo name)
  add_executable(${name} ${ARGN})
endfunction()
""",
        "sub/CMakeLists.txt": "demo(app ${SOURCES} ${MORE})\n",
    }
    (tmp_path.parent / "outside.cmake").write_text("add_library(outside x.cpp)\n")
    found = sources_of_targets(write_tree(tmp_path, files))
    assert found == {"app": ["a.cpp", "b.cpp"]}


def test_what_calls_itself_ends(tmp_path: Path) -> None:
    text = """\
function(again)
  again()
  again()
endfunction()
again()
foreach(a RANGE 100000)
  foreach(b RANGE 100000)
    set(c ${a} ${b})
  endforeach()
endforeach()
add_library(late a.cpp)
"""
    root = write_tree(tmp_path, {"CMakeLists.txt": text})
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    assert any("deep" in note or "commands beyond" in note for note in reader.unfollowed.notes)


def test_folders_that_nothing_adds_are_left_out(tmp_path: Path) -> None:
    text = """\
option(WITH_CANN "another maker's" OFF)
function(add_backend name)
  string(TOUPPER "WITH_${name}" wanted)
  if(${wanted})
    string(TOLOWER "on-${name}" folder)
    add_subdirectory(${folder})
  endif()
endfunction()
add_backend(CANN)
set(WITH_CPU ON)
add_backend(CPU)
add_subdirectory(always)
"""
    files = {"CMakeLists.txt": text, "on-cann/deep/CMakeLists.txt": "add_library(deep d.cpp)\n"}
    for folder in ("on-cann", "on-cpu", "always", "unnamed"):
        files[f"{folder}/CMakeLists.txt"] = f"add_library({folder} a.cpp)\n"
    found = sources_of_targets(write_tree(tmp_path, files))
    assert found.keys() == {"on-cpu", "always", "unnamed"}
