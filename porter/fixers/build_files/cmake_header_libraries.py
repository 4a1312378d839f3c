"""Find ROCm's libraries of headers where CMake found CUDA's.

## What it does
`find_package(CUB)`, `find_package(Thrust)` and `find_package(CCCL)` find hipCUB and rocThrust;
their targets, `CUDA::cccl` among them, become those of ROCm's packages. `thrust_create_target`
makes a library that links rocThrust. Headers of CUDA's that a script looks for (`find_path`,
`check_include_file`) become HIP's.

## Why
CUDA's packages and headers are not there.

## What it leaves alone
Packages of NVIDIA's that ROCm has nothing for (libcu++, cuDSS): reported.

## References
CMake's packages of CCCL, hipCUB and rocThrust; `rules/cuda-hip/headers.tsv`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, words
from porter.fixers.build_files._cmake_linking import is_asked_for
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table
from porter.tables.libraries import is_nvidias_own

rule = Rule("BLD29", "cmake-header-libraries", languages=(Language.CMAKE,))

_WITHOUT = frozenset({"libcudacxx", "cudax"})
_SEARCHES = frozenset(
    b"find_path find_file check_include_file check_include_file_cxx check_include_files".split()
)

EXAMPLES = (
    Example(
        """
        find_package(Thrust REQUIRED CONFIG)
        thrust_create_target(Thrust HOST CPP DEVICE CUDA)
        target_link_libraries(k PRIVATE Thrust)
        """,
        """
        find_package(rocthrust REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        add_library(Thrust INTERFACE)
        target_link_libraries(Thrust INTERFACE roc::rocthrust)
        target_link_libraries(k PRIVATE Thrust)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="Thrust",
    ),
    Example(
        """
        find_package(CCCL)
        if(TARGET CCCL::CCCL AND NOT TARGET CUB::CUB)
        endif()
        target_link_libraries(k PRIVATE CCCL::CCCL CUB::CUB)
        """,
        """
        find_package(rocthrust CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        find_package(hipcub CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        if(TARGET roc::rocthrust AND NOT TARGET hip::hipcub)
        endif()
        target_link_libraries(k PRIVATE roc::rocthrust hip::hipcub hip::hipcub)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="CCCL",
    ),
    Example(
        """
        find_path(CUDA_INC cuda_runtime.h HINTS /usr/local/cuda/include)
        check_include_file_cxx("cufft.h" HAVE_CUFFT)
        """,
        """
        find_path(CUDA_INC hip/hip_runtime.h HINTS /usr/local/cuda/include)
        check_include_file_cxx("hipfft/hipfft.h" HAVE_CUFFT)
        """,
        path="CMakeLists.txt",
        title="headers",
    ),
    Example(
        "find_package(libcudacxx REQUIRED)\nfind_package(cuTENSOR)\n",
        findings=("warning", "warning"),
        path="CMakeLists.txt",
        title="what ROCm lacks",
    ),
    Example(
        "find_package(Threads)\nfind_path(ZLIB zlib.h)\n",
        path="CMakeLists.txt",
        title="other packages and headers",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's packages, targets and headers."""
    table = cmake_table()
    for command in changeable(file):
        first = command.words[0] if command.words else b""
        name = os.fsdecode(first)
        packages = table.header_packages.get(name, "").split()
        if command.name == b"find_package" and packages:
            required, quiet = b"REQUIRED" in command.words, b"QUIET" in command.words
            lines = [table.find(package, required, quiet).encode() for package in packages]
            yield rule.replace(command, _joined(file, command, lines))
        elif command.name == b"find_package" and (name in _WITHOUT or is_nvidias_own(name.lower())):
            yield rule.warning(command, f"ROCm has nothing for {name}", hint="see what uses it")
        elif command.name == b"thrust_create_target" and first:
            target = table.header_targets["Thrust::Thrust"].encode()
            linked = b"target_link_libraries(%b INTERFACE %b)" % (first, target)
            made = b"add_library(%b INTERFACE)" % first
            yield rule.replace(command, _joined(file, command, [made, linked]))
        elif command.name in _SEARCHES:
            for argument in command.arguments:
                row = context.tables.headers.get(argument.text)
                if row is not None and row.hip != argument.text:
                    yield rule.replace((argument.text_start, argument.text_end), row.hip)
        else:
            asked = {
                argument.text_start
                for number, argument in enumerate(command.arguments)
                if is_asked_for(command, number)
            }
            for start, end, name in words(command, table.header_targets):
                targets = table.header_targets[name]
                # `if(TARGET …)` asks for one.
                new = targets.split()[0] if start in asked else targets
                yield rule.replace((start, end), new.encode())


def _joined(file: SourceFile, command: Command, lines: list[bytes]) -> bytes:
    return (file.newline + indent(file.data, command.start)).join(lines)
