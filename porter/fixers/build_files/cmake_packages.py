"""Find ROCm's package where CMake found CUDA's.

## What it does
`find_package(CUDA …)` and `find_package(CUDAToolkit …)` find `hip`; versions and components, which
are NVIDIA's, go. A project that knows CUDA only through FindCUDA, which needed no language, gets
`enable_language(HIP)`. Variables of the packages (`CUDA_FOUND`, `CUDA_INCLUDE_DIRS`) become hip's.
`find_dependency(CUDAToolkit)`, by which an installed project finds it, finds `hip` and the packages
of ROCm's whose targets the project links.

## Why
ROCm's targets, `hip::host` among them, come from packages of its own.

## What it leaves alone
Branches for one side of a project that builds for HIP already. Variables that a file sets itself
(`set(CUDA_INCLUDE_DIRS …)`), other than where CUDA was not found, are the project's.

## References
CMake's manual: FindCUDA, FindCUDAToolkit; hip-config.cmake of ROCm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import (
    changeable,
    indent,
    is_cuda_dependency,
    is_cuda_package,
    words,
)
from porter.fixers.build_files._cmake_blocks import Blocks, blocks, is_run_before
from porter.fixers.build_files._cmake_fallbacks import own_variables
from porter.fixers.build_files._cmake_linking import CUDA_TARGET
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import CMakeTable, cmake_table
from porter.tables.libraries import by_cudas_name

rule = Rule("BLD02", "cmake-packages", languages=(Language.CMAKE,))


EXAMPLES = (
    Example(
        """
        find_package(CUDAToolkit 11.8 REQUIRED)
        include_directories(${CUDAToolkit_INCLUDE_DIRS})
        """,
        """
        find_package(hip REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        include_directories(${hip_INCLUDE_DIRS})
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="FindCUDAToolkit",
    ),
    Example(
        """
        find_package(CUDA REQUIRED)
        cuda_add_library(k k.cu)
        """,
        """
        enable_language(HIP)
        find_package(hip REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        cuda_add_library(k k.cu)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="FindCUDA, which needs no language",
    ),
    Example(
        """
        find_package(CUDA 9 QUIET)
        if(CUDA_FOUND)
          cuda_add_library(k k.cu)
        endif()
        """,
        """
        include(CheckLanguage)
        check_language(HIP)
        if(CMAKE_HIP_COMPILER)
          enable_language(HIP)
        endif()
        find_package(hip QUIET CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        if(hip_FOUND)
          cuda_add_library(k k.cu)
        endif()
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="where CUDA is not required, HIP is not",
    ),
    Example(
        "find_dependency(CUDAToolkit 12)\n",
        "find_dependency(hip)\n",
        path="kitConfig.cmake.in",
        title="what an installed project depends on",
    ),
    Example(
        """
        find_package(Threads REQUIRED)
        set(CUDA_INCLUDE_DIRS /opt/stubs)
        include_directories(${CUDA_INCLUDE_DIRS})
        """,
        path="CMakeLists.txt",
        title="a variable of the project's own",
    ),
    Example(
        """
        if(MSVC)
          find_package(CUDA 10.0 REQUIRED)
        else()
          find_package(CUDA REQUIRED)
        endif()
        cuda_add_library(k k.cu)
        """,
        """
        if(MSVC)
          enable_language(HIP)
          find_package(hip REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        else()
          enable_language(HIP)
          find_package(hip REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        endif()
        cuda_add_library(k k.cu)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="one of two branches runs",
    ),
    Example(
        """
        find_package(hip)
        if(NOT CUDA_FOUND)
          set(CUDA_INCLUDE_DIRS /opt/cuda/include)
        endif()
        include_directories("${CUDA_INCLUDE_DIRS}")
        """,
        """
        find_package(hip)
        if(NOT hip_FOUND)
          set(hip_INCLUDE_DIRS /opt/cuda/include)
        endif()
        include_directories("${hip_INCLUDE_DIRS}")
        """,
        path="CMakeLists.txt",
        title="a value for where the package was not found",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what finds HIP."""
    table = cmake_table()
    found = changeable(file)
    own = own_variables(found)
    names = {name: new for name, new in table.package_variables.items() if name.encode() not in own}
    language = _needs_language(found)
    around = blocks(found)
    enabled: set[Blocks] = set()
    for command in found:
        if is_cuda_dependency(command):
            packages = (table.package, *_packages_linked(file, context.options.roc))
            blanks = file.newline + indent(file.data, command.start)
            lines = [b"find_dependency(%b)" % one.encode() for one in packages]
            yield rule.replace(command, blanks.join(lines))
            continue
        if is_cuda_package(command):
            # Beside a branch that enables it, another one has to enable it, too.
            here = around[command.start]
            is_first = language and not is_run_before(enabled, here)
            enabled.add(here)
            yield rule.replace(command, _finds(file, command, table, is_first).encode())
            continue
        for start, end, name in words(command, names):
            yield rule.replace((start, end), names[name].encode())


def _packages_linked(file: SourceFile, roc: tuple[str, ...]) -> list[str]:
    """Return the packages of ROCm's whose targets the project's other scripts link."""
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    libraries = by_cudas_name(roc)
    found = {
        libraries[name].package
        for text in scripts.naming(b"CUDA::")
        for name in map(bytes.decode, CUDA_TARGET.findall(text))
        if name in libraries
    }
    return sorted(found - {"", cmake_table().package})


def _finds(file: SourceFile, command: Command, table: CMakeTable, language: bool) -> str:
    """Return the commands that take the place of one that finds CUDA."""
    blanks = indent(file.data, command.start).decode()
    newline = file.newline.decode()
    required = b"REQUIRED" in command.words
    lines = [table.find(table.package, required, b"QUIET" in command.words)]
    if language and required:
        lines.insert(0, "enable_language(HIP)")
    elif language:
        lines[:0] = [
            "include(CheckLanguage)",
            "check_language(HIP)",
            "if(CMAKE_HIP_COMPILER)",
            "  enable_language(HIP)",
            "endif()",
        ]
    return f"{newline}{blanks}".join(lines)


def _needs_language(found: Sequence[Command]) -> bool:
    """Tell whether nothing but FindCUDA brings a compiler."""
    if any(
        command.name in (b"project", b"enable_language")
        and {b"CUDA", b"HIP"}.intersection(command.words)
        for command in found
    ):
        return False
    return any(
        command.name.startswith((b"cuda_add_", b"cuda_compile", b"cuda_wrap")) for command in found
    ) or any(command.words[:1] == [b"CUDA"] for command in found if is_cuda_package(command))
