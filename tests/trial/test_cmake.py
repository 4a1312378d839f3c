"""What CMake files ask for in vain, by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.source import Severity
from porter.trial.cmake import CMakeTrial

HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX HIP)\n"


def told(root: Path, text: str) -> list[tuple[int, str]]:
    (root / "CMakeLists.txt").write_text(HEAD + text)
    (root / "main.cpp").write_text("int main() {}\n")
    found = CMakeTrial(root, root).complaints()
    return [(one.line - 2, f"{one.severity.value}: {one.message}") for one in found]


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    found = told(tmp_path, "add_executable(app main.cpp absent.cu)\n")
    assert found == [(1, "error: absent.cu is a source of a target and is not there")]


def test_a_source_that_is_given_a_language_and_is_not_there(tmp_path: Path) -> None:
    text = "set_source_files_properties(absent.cu PROPERTIES LANGUAGE HIP)\n"
    found = told(tmp_path, text + "add_executable(app absent.cu)\n")
    assert found == [(2, "error: absent.cu is a source of a target and is not there")]


@pytest.mark.parametrize(
    "text",
    [
        "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n",
        "include(cmake/absent.cmake OPTIONAL)\ninclude(CheckLanguage)\ninclude(${X}/a.cmake)\n",
        "configure_file(main.cpp made.cmake)\ninclude(${CMAKE_BINARY_DIR}/made.cmake)\n",
        "add_executable(app main.cpp)\ntarget_sources(app PRIVATE main.cpp)\n",
        "add_custom_command(OUTPUT made.cpp COMMAND gen)\nadd_executable(app made.cpp)\n",
        "configure_file(main.cpp made.cpp)\nadd_executable(app made.cpp)\n",
        "set_source_files_properties(made.cpp PROPERTIES GENERATED TRUE)\n"
        "add_executable(app made.cpp)\n",
        "add_executable(app ${SOURCES_OF_NOBODY})\n",
        "if(WIN32)\n  add_executable(app absent.cpp)\nendif()\n",
        "include(FetchContent)\nFetchContent_MakeAvailable(x)\ntarget_link_options(x PRIVATE -a)\n",
        "foreach(one a b)\n  add_library(${one} main.cpp)\nendforeach()\n"
        "target_link_options(a PRIVATE -g)\n",
        "cuda_add_library(a main.cpp)\ntarget_link_options(a PRIVATE -g)\n"
        "function(cuda_add_library)\nendfunction()\n",
        "include(${X})\npybind11_add_module(a main.cpp)\ntarget_link_options(a PRIVATE -g)\n",
        "function(make name)\n  add_library(${name} main.cpp)\nendfunction()\nmake(a)\n"
        "target_link_options(a PRIVATE -g)\n",
        "add_executable(app main.cpp)\nfind_package(hip REQUIRED)\n"
        "target_link_libraries(app hip::host)\n",
        "find_package(hipblas)\nadd_executable(app main.cpp)\n"
        "target_link_libraries(app roc::hipblas hip::host)\n",
        'if(NOT hip_FOUND)\n  message(FATAL_ERROR "no CUDA")\nendif()\n',
        "if(${CMAKE_SOURCE_DIR} STREQUAL ${CMAKE_BINARY_DIR})\n"
        '  message(FATAL_ERROR "no")\nendif()\n',
        'include_directories("${hip_INCLUDE_DIRS}")\n',
        "find_package(Threads REQUIRED)\n",
        'file(GLOB sources *.cpp)\nadd_executable(app "${sources}")\n',
    ],
)
def test_nothing_is_said_of_what_may_be_well(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "cmake_minimum_required(VERSION 99.0)\n",
        "find_package(NobodysPackage REQUIRED)\n",
        "set(CMAKE_CXX_COMPILER nobodys-compiler)\nenable_language(CXX)\n",
        "add_executable(app /absent/main.cpp)\n",
    ],
)
def test_what_only_this_machine_lacks(tmp_path: Path, text: str) -> None:
    (tmp_path / "CMakeLists.txt").write_text(HEAD + text)
    found = CMakeTrial(tmp_path, tmp_path).complaints()
    assert [one.is_local for one in found] in ([True], [])  # without a CMake nothing is known


def test_a_language_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "CMakeLists.txt").write_text("project(p LANGUAGES Fortran)\n")
    found = CMakeTrial(tmp_path, tmp_path).complaints()
    told = "Fortran is asked for, and no compiler of it is installed"
    assert told in [one.message for one in found] and all(one.is_local for one in found)


def test_a_package_of_cudas_is_lacking_everywhere(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(HEAD + "find_package(CUDAToolkit REQUIRED)\n")
    (found,) = CMakeTrial(tmp_path, tmp_path).complaints()
    assert not found.is_local


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    found = told(tmp_path, "include(${CMAKE_CURRENT_LIST_DIR}/third/party.cmake)\n")
    assert found == [(1, "error: third/party.cmake is included and is not there")]


def test_a_language_that_nobody_enables(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text("int main() {}\n")
    (tmp_path / "CMakeLists.txt").write_text(
        "project(p)\nset_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)\n"
        "add_executable(app main.cu)\n"
    )
    (found,) = CMakeTrial(tmp_path, tmp_path).complaints()
    assert (found.line, found.severity) == (2, Severity.ERROR)
    assert "enables the language" in found.message


def test_a_language_that_a_variable_hands_on(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text("int main() {}\n")
    (tmp_path / "CMakeLists.txt").write_text(
        "set(languages CXX)\nset(languages ${languages} HIP)\nproject(p ${languages})\n"
        "set_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)\n"
        "add_executable(app main.cu)\n"
    )
    assert CMakeTrial(tmp_path, tmp_path).complaints() == []


def test_a_target_that_comes_later(tmp_path: Path) -> None:
    text = "target_link_options(app PRIVATE -g)\nadd_executable(app main.cpp)\n"
    assert told(tmp_path, text) == [(1, "error: there is no target app at this point")]


def test_a_library_whose_package_is_asked_for_in_a_branch_that_is_off(tmp_path: Path) -> None:
    text = (
        "if(NOT UNIX)\n  find_package(hip REQUIRED)\nendif()\nadd_executable(app main.cpp)\n"
        "set_property(TARGET app APPEND PROPERTY LINK_LIBRARIES hip::host)\n"
    )
    what = "error: hip::host is linked, and no find_package that is reached brings it"
    assert told(tmp_path, text) == [(5, what)]


def test_a_library_of_cudas(tmp_path: Path) -> None:
    text = "add_executable(app main.cpp)\ntarget_link_libraries(app CUDA::npps)\n"
    assert told(tmp_path, text) == [
        (2, "error: CUDA::npps is CUDA's, and no package of a port brings it")
    ]


def test_a_variable_that_is_set_where_the_package_is_not_found(tmp_path: Path) -> None:
    text = (
        "find_package(hip)\nif(NOT hip_FOUND)\n  set(CUDA_INCLUDE_DIRS /x)\nendif()\n"
        'include_directories("${CUDA_INCLUDE_DIRS}")\n'
    )
    what = "error: CUDA_INCLUDE_DIRS is set where no build comes, and CMake refuses an empty folder"
    assert told(tmp_path, text) == [(5, what)]


def test_a_message_that_stops(tmp_path: Path) -> None:
    text = (
        'if(NOT DEFINED ENV{CUDA_HOME})\n  message(FATAL_ERROR "CUDA_HOME is not set")\nendif()\n'
        'if(MSVC)\n  message(FATAL_ERROR "not here")\nendif()\nmessage(FATAL_ERROR "never")\n'
    )
    asked = "warning: CMake may stop here, as the project asks for what is CUDA's: "
    assert told(tmp_path, text) == [
        (2, f"{asked}CUDA_HOME is not set"),
        (7, "error: CMake stops here: never"),
    ]


def test_a_message_about_sources_that_were_not_fetched(tmp_path: Path) -> None:
    text = 'if(NOT DEFINED ENV{T})\n  message(FATAL_ERROR "no tiny-cuda: --recursive")\nendif()\n'
    asked = "warning: CMake may stop here for want of sources: "
    assert told(tmp_path, text) == [(2, f"{asked}no tiny-cuda: --recursive")]


def test_a_package_that_is_not_installed(tmp_path: Path) -> None:
    found = told(tmp_path, "find_package(NobodyHasThis REQUIRED)\n")
    assert found == [(1, "warning: the package NobodyHasThis is not here")]


def test_a_compiler_that_is_not_installed(tmp_path: Path) -> None:
    text = 'set(CMAKE_CXX_COMPILER "/nowhere/g++-9")\nenable_language(C)\n'
    what = "warning: the compiler /nowhere/g++-9 is set above, and is not installed"
    assert told(tmp_path, text) == [(2, what)]


def test_a_command_of_findcudas(tmp_path: Path) -> None:
    assert told(tmp_path, "cuda_find_library(A b c)\n") == [
        (
            1,
            "error: cuda_find_library is a command of FindCUDA's, which nobody brings here",
        )
    ]


def test_folders_are_followed_and_an_empty_submodule_is_told(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "CMakeLists.txt").write_text("add_executable(app absent.cpp)\n")
    assert told(tmp_path, "add_subdirectory(src)\nadd_subdirectory(lib)\n") == [
        (-1, "error: absent.cpp is a source of a target and is not there"),
        (2, "warning: the folder lib has no CMakeLists.txt"),
    ]


def test_folders_whose_names_are_made_by_replacing(tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "CMakeLists.txt").write_text("add_library(cpu a.cpp)\n")
    (tmp_path / "cpu" / "a.cpp").touch()
    text = """\
set(folder MY_BACKEND_CPU)
string(REGEX REPLACE "^MY_BACKEND_" "" folder ${folder})
string(REPLACE "CPU" "cpu" folder ${folder})
add_subdirectory(${folder})
string(REGEX REPLACE "(.*)" "\\\\1x" folder ${folder})
add_subdirectory(${folder})
"""
    assert told(tmp_path, text) == []


def test_what_may_be_reached_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        f"{HEAD}if(EXISTS /x)\n  add_executable(app absent.cpp)\nendif()\n"
    )
    (one,) = CMakeTrial(tmp_path, tmp_path).complaints()
    assert one.severity is Severity.WARNING


def test_flags_that_hang_on_the_answer_of_a_program(tmp_path: Path) -> None:
    text = (
        "execute_process(COMMAND git describe OUTPUT_VARIABLE GIT)\n"
        "execute_process(COMMAND nvcc --list OUTPUT_VARIABLE ARCHS)\n"
        "string(TOUPPER x Y)\nset(DEFINED -DGIT=${GIT})\nmessage(STATUS ${GIT})\n"
        "add_executable(app main.cpp)\ntarget_compile_options(app PRIVATE ${DEFINED})\n"
        "target_compile_options(app PRIVATE ${DEFINED})\nadd_compile_options(${ARCHS})\n"
    )
    behind = "answers is known once CMake runs it, and this hangs on it"
    assert told(tmp_path, text) == [
        (7, f"note: what `git describe` {behind}"),
        (9, f"warning: what `nvcc --list` {behind}"),
    ]


def test_what_is_looked_for_and_is_not_there(tmp_path: Path) -> None:
    """Of three libraries one is not installed; of one that is the port's own nothing is said."""
    (tmp_path / "libown.a").write_text("")
    text = (
        "find_library(FAR NAMES far_away_lib PATHS /absent)\nfind_path(INCLUDED far_away.h)\n"
        "find_library(OWN own)\nfind_library(C NAMES c m)\nfind_library(CU cudart)\n"
        "add_executable(app main.cpp)\ntarget_link_libraries(app ${OWN} ${C} ${CU})\n"
        "target_link_libraries(app ${FAR})\n"
        "if(UNKNOWN)\n  include_directories(${INCLUDED})\nendif()\n"
    )
    assert told(tmp_path, text) == [
        (8, "warning: find_library finds no far_away_lib here, and FAR hangs on it"),
        (10, "warning: find_path finds no far_away.h here, and INCLUDED hangs on it"),
    ]


def test_what_is_downloaded_is_told_once_where_it_is(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "include(FetchContent)\n"
        "FetchContent_Declare(fmt GIT_REPOSITORY https://a.example/fmt.git GIT_TAG 10)\n"
        "FetchContent_Declare(near URL ${CMAKE_SOURCE_DIR}/near.zip)\n"
        "FetchContent_MakeAvailable(fmt near)\n"
        "FetchContent_MakeAvailable(fmt)\n"
        'CPMAddPackage("gh:b/c@1.0")\n',
    )
    assert found == [
        (4, "warning: this build downloads fmt from https://a.example/fmt.git"),
        (6, "warning: this build downloads gh:b/c@1.0"),
    ]


def test_a_file_that_is_to_be_filled_in(tmp_path: Path) -> None:
    found = told(tmp_path, "configure_file(config.h.in config.h)\n")
    what = "config.h.in is what configure_file fills in, and is not there"
    assert found == [(1, f"error: {what}")]
    by_its_whole_path = "configure_file(${CMAKE_CURRENT_SOURCE_DIR}/config.h.in config.h)\n"
    assert told(tmp_path, by_its_whole_path) == found


def test_what_is_not_found_is_known_by_another_name(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "find_library(FAR far_away_lib)\nset(LIBS ${FAR} m)\nadd_executable(app main.cpp)\n"
        "target_link_libraries(app ${LIBS})\n",
    )
    what = "find_library finds no far_away_lib here, and LIBS hangs on it"
    assert found == [(4, f"warning: {what}")]


def test_a_command_that_nothing_defines(tmp_path: Path) -> None:
    """A package that is here, a download or a script that is not there may bring it."""
    what = "nobodys_own is a command that nothing here defines, and CMake stops at it"
    text = "find_package(NobodyHasThis)\ninclude(CheckLanguage)\ncheck_language(C)\n"
    found = told(tmp_path, text + "nobodys_own()\n")
    assert found in ([(4, f"warning: {what}")], [])  # without a CMake nothing is known
    assert told(tmp_path, "if(X)\n  nobodys_own()\nendif()\n") == []
    assert told(tmp_path, "include(${X} OPTIONAL)\nnobodys_own()\n") == []
    downloads = "include(FetchContent)\nFetchContent_MakeAvailable(x)\nnobodys_own()\n"
    assert told(tmp_path, downloads) == []
