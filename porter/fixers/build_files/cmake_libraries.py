"""Link ROCm's libraries where CMake linked CUDA's.

## What it does
`CUDA::cudart` becomes `hip::host`, `CUDA::cublas` `roc::hipblas` (`roc::rocblas` with
`--blas roc`), and so on by the table
`rules/cuda-hip/libraries.toml`, with what CUDA's target brings along (`CUDA::cusolver` cuBLAS and
cuSPARSE); so do FindCUDA's variables (`${CUDA_CUBLAS_LIBRARIES}`) and
libraries linked by name (`cublas`, `-lcublas`). The packages that bring the targets are found in
front of the first command that uses one, in each branch that does.

## Why
CUDA's libraries are not there. `hip::host` brings C++ sources HIP's headers, as `CUDA::cudart`
did CUDA's.

## What it leaves alone
Libraries that ROCm has nothing for (`CUDA::npp…`, `CUDA::nvjpeg`, `CUDA::cupti`): reported. Targets
that the project defines under such a name.

## References
CMake's manual: FindCUDAToolkit, imported targets; the targets files in ROCm's lib/cmake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, is_cuda_package, without
from porter.fixers.build_files._cmake_blocks import Blocks, blocks, is_run_before
from porter.fixers.build_files._cmake_fallbacks import own_variables
from porter.fixers.build_files._cmake_linking import (
    CUDA_TARGET,
    LINKING,
    asks_for_file,
    brought_along,
    finds_runtime,
    first_library,
    is_asked_for,
    is_the_drivers,
    with_file,
)
from porter.options import Options
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command, commands
from porter.source.text.edits import Edit, Finding, RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table
from porter.tables.libraries import NOT_NEEDED, RUNTIME_TARGET, by_cudas_name

rule = Rule("BLD03", "cmake-libraries", languages=(Language.CMAKE,))

_VARIABLE = re.compile(rb"\$\{(\w+)\}")
_BY_NAME = re.compile(
    rb"(?:-l|\$\{\w+\}[\w./-]{0,200}/lib(?=\w+\.(?:so|a)\Z))?(\w[\w-]*)(?:\.so|\.a)?"
)
EXAMPLES = (
    Example(
        "target_link_libraries(solve PRIVATE CUDA::cudart CUDA::cublas)\n",
        """
        find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(solve PRIVATE hip::host roc::hipblas)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="targets",
    ),
    Example(
        "find_package(hipblas)\ntarget_link_libraries(solve CUDA::cusolver CUDA::cublas)\n",
        """
        find_package(hipblas)
        find_package(hipsolver REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        find_package(hipsparse REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(solve roc::hipsolver roc::hipsparse roc::hipblas)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="a target that brings others along",
    ),
    Example(
        "target_link_libraries(k ${CUDA_LIBRARIES} ${CUDA_CUFFT_LIBRARIES} m)\n",
        """
        find_package(hipfft REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(k hip::host hip::hipfft m)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="FindCUDA's variables",
    ),
    Example(
        "target_link_libraries(k cudart -lcurand)\n",
        """
        find_package(hip REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        find_package(hiprand REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(k hip::host hip::hiprand)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="by name",
    ),
    Example(
        """
        set(LIBS cublas)
        target_link_libraries(k ${LIBS})
        """,
        """
        find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        set(LIBS roc::hipblas)
        target_link_libraries(k ${LIBS})
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="by name, in a variable",
    ),
    Example(
        "target_link_libraries(solve PRIVATE CUDA::cublas CUDA::cusparse)\n",
        """
        find_package(rocblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        find_package(hipsparse REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(solve PRIVATE roc::rocblas roc::hipsparse)
        """,  # noqa: E501
        options=Options(roc=("blas",)),
        path="CMakeLists.txt",
        title="ROCm's own libraries",
    ),
    Example(
        """
        if(WIN32)
          target_link_libraries(k CUDA::cublas)
        else()
          target_link_libraries(k CUDA::cublas m)
          target_link_libraries(l CUDA::cublas m)
        endif()
        """,
        """
        if(WIN32)
          find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
          target_link_libraries(k roc::hipblas)
        else()
          find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
          target_link_libraries(k roc::hipblas m)
          target_link_libraries(l roc::hipblas m)
        endif()
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="either branch",
    ),
    Example(
        """
        find_package(hip)
        if(TARGET CUDA::nvtx3)
          target_link_libraries(k CUDA::nvtx3)
        endif()
        """,
        """
        find_package(hip)
        if(TARGET hip::host)
          target_link_libraries(k roctx64)
        endif()
        """,
        path="CMakeLists.txt",
        title="whether a library is there that has no target",
    ),
    Example(
        """
        find_package(hip)
        set_target_properties(k PROPERTIES INSTALL_RPATH $<TARGET_FILE_DIR:CUDA::cudart>)
        """,
        """
        find_package(hip)
        set_target_properties(k PROPERTIES INSTALL_RPATH $<TARGET_FILE_DIR:hip::amdhip64>)
        """,
        path="CMakeLists.txt",
        title="the folder of a library",
    ),
    Example(
        "find_package(hip)\ntarget_link_libraries(k ${D}/libcudart.so ${D}/libcudadevrt.a)\n",
        "find_package(hip)\ntarget_link_libraries(k hip::host)\n",
        path="CMakeLists.txt",
        title="files of libraries",
    ),
    Example(
        "target_link_libraries(k CUDA::nvjpeg)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="what ROCm lacks is reported",
    ),
    Example(
        'register_link_library("nvidia-ml")\n',
        """
        find_package(amd_smi REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        register_link_library("amd_smi")
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="a command of the project's own",
    ),
    Example(
        """
        add_library(cudart STATIC stub.c)
        target_link_libraries(k cudart cuda_helpers)
        """,
        path="CMakeLists.txt",
        title="the project's own targets",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries and the packages that bring them."""
    found = changeable(file)
    known = {
        command.words[0] for command in found if command.name == b"add_library" and command.words
    }
    known |= own_variables(found)
    present = {
        command.words[0].decode("utf-8", "replace")
        for command in found
        if command.name == b"find_package" and command.words
    }
    linked = {
        name
        for command in found
        if command.name in LINKING
        for word in command.words
        for name in _VARIABLE.findall(word)
    }
    if any(is_cuda_package(command) for command in found):
        present.add(cmake_table().package)  # BLD02 finds it
    around = blocks(commands(file.data)) if found else {}
    put: dict[str, set[Blocks]] = {}
    for command in found:
        here = around[command.start]
        for package, edit in _edits(file, command, known, linked, context.options.roc):
            yield edit
            if not package and isinstance(edit, Edit) and edit.text == RUNTIME_TARGET.encode():
                # A variable that nobody sets is empty; a target that nobody finds stops CMake.
                package = "" if finds_runtime(file) else cmake_table().package
            if not package or package in present:
                continue
            if not is_run_before(put.setdefault(package, set()), here):
                put[package].add(here)
                line = cmake_table().find(package)
                blanks = indent(file.data, command.start)
                text = line.encode() + file.newline + blanks
                yield rule.insert(command.start, text)


def _edits(
    file: SourceFile,
    command: Command,
    known: set[bytes],
    linked: set[bytes],
    roc: tuple[str, ...],
) -> Iterator[tuple[str, RuleOutput]]:
    """Yield edits and findings, each with the package that it takes."""
    first = first_library(command, linked)
    for number, argument in enumerate(command.arguments):
        for match in CUDA_TARGET.finditer(argument.text):
            if match.group().decode() in cmake_table().header_targets:
                continue  # BLD29 takes care of it
            package, edit = _linked(file, argument, *match.span(), (name := match[1].decode()), roc)
            if isinstance(edit, Edit) and asks_for_file(argument.text, match.start()):
                edit = with_file(edit)
            if is_asked_for(command, number) and isinstance(edit, Edit) and b"::" not in edit.text:
                # A library without a target of CMake's is there where ROCm is.
                package = cmake_table().package
                edit = rule.replace((edit.start, edit.end), RUNTIME_TARGET.encode())
            yield package, edit
            if match.group() == argument.text and command.name in LINKING:
                for needed, text in brought_along(command, name, roc):
                    yield needed, rule.insert(argument.text_start + len(argument.text), text)
        for match in _VARIABLE.finditer(argument.text):
            name = match[1].decode()
            library = cmake_table().library_variables.get(name)
            if library is not None and match[1] not in known:
                yield _linked(file, argument, match.start(), match.end(), library, roc)
        if number >= first and argument.text not in known:
            by_name = _BY_NAME.fullmatch(argument.text)
            if by_name and (name := by_name[1].decode()) in {*by_cudas_name(), *NOT_NEEDED}:
                package, edit = _linked(file, argument, 0, len(argument.text), name, roc)
                if not isinstance(edit, Finding):
                    package = package or cmake_table().package
                yield package, edit


def _linked(
    file: SourceFile, argument: Argument, start: int, end: int, name: str, roc: tuple[str, ...]
) -> tuple[str, RuleOutput]:
    """Return what takes the place of CUDA's library `name`, and the package that has it."""
    start, end = argument.text_start + start, argument.text_start + end
    if argument.text == b"cuda" and not is_the_drivers(file):
        return "", rule.warning(
            (start, end), "cuda may be CUDA's driver library", hint="HIP's is hip::host"
        )
    library = by_cudas_name(roc).get(name)
    if library is not None:
        target = library.target or (RUNTIME_TARGET if name.startswith("cud") else library.name)
        return library.package, rule.replace((start, end), target.encode())
    if name in NOT_NEEDED:
        return "", rule.replace(without(file.data, start, end), b"")
    return "", rule.warning(
        (start, end), f"ROCm has no library in place of {name}", hint="see what uses it"
    )
