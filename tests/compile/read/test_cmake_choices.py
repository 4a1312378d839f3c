"""What CMake is told before a script runs, and what a script says of targets that come later."""

from __future__ import annotations

from pathlib import Path

from ..tree import write_tree
from .test_cmake import read


def test_an_option_for_gpus_is_on(tmp_path: Path) -> None:
    """As the units are those for a GPU; what its build leaves out else is not known without it."""
    text = (
        "project(thing LANGUAGES CXX HIP)\noption(USE_CUDA gpus OFF)\noption(USE_MPI ranks OFF)\n"
        "add_library(core a.hip)\n"
        "if(USE_CUDA)\n  target_compile_definitions(core PRIVATE WITH_CUDA)\nendif()\n"
        "if(USE_MPI)\n  target_compile_definitions(core PRIVATE WITH_MPI)\nendif()\n"
    )
    root = write_tree(tmp_path, {"CMakeLists.txt": text, "a.hip": ""})
    assert read(root)["a.hip"].flags == ("-DWITH_CUDA",)


def test_what_a_folder_around_says_of_a_target(tmp_path: Path) -> None:
    """CMake has run the folder's script by then; here it is read later."""
    text = (
        "project(thing LANGUAGES CXX HIP)\nadd_subdirectory(src)\n"
        "target_compile_definitions(core PRIVATE LATE=1)\ntarget_link_libraries(nobody x)\n"
        "target_compile_definitions(nobody PRIVATE NOT)\n"
        "option(WITH_MPI ranks OFF)\nif(WITH_MPI)\n"
        "  target_compile_definitions(core PRIVATE MPI)\nendif()\n"
    )
    inner = "add_library(core a.hip)\ntarget_compile_definitions(core PRIVATE INNER)\n"
    files = {"CMakeLists.txt": text, "src/CMakeLists.txt": inner, "src/a.hip": ""}
    assert read(write_tree(tmp_path, files))["src/a.hip"].flags == ("-DLATE=1", "-DINNER")
