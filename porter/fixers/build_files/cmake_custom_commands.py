"""Call HIP's compiler where a command of a CMake project's own calls nvcc.

## What it does
In `add_custom_command`, `add_custom_target` and `execute_process`, nvcc becomes
`${CMAKE_HIP_COMPILER}`, or stays the variable that BLD28 gives HIP's compiler; its flags go the way
of the table `rules/cuda-hip/flags.toml`, and CUDA's libraries become ROCm's. The compiler is told
that the sources are HIP (`-x hip`) and which GPUs to compile for (`CMAKE_HIP_ARCHITECTURES`). A
fatbin, a cubin and PTX become a code object, which HIP's module API loads.

## Why
Clang takes a `.cu` file for CUDA's, and knows no option of nvcc's.

## What it leaves alone
Other programs. A question for nvcc's version is reported: clang's says nothing about CUDA's.

## References
CMake's manual: `add_custom_command`, `execute_process`; clang's manual, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import indent, without_argument
from porter.fixers.build_files._cmake_architectures import loops
from porter.fixers.build_files._cmake_commands import COMPILER, CompilerCall, compiler_calls
from porter.fixers.build_files._cmake_values import values
from porter.fixers.build_files._flags import Removal, Word, flag_changes
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.libraries import NOT_NEEDED, by_cudas_name, is_nvidias_own

rule = Rule("BLD18", "cmake-custom-commands", languages=(Language.CMAKE,))

_HIPS = b"${CMAKE_HIP_COMPILER}"
_BY_BLD01 = frozenset({_HIPS, b"${CMAKE_CUDA_COMPILER}"})
_VERSIONS = frozenset({b"--version", b"-V", b"--help", b"-h"})
#: Options with which all other words are sources.
_COMPILES_ONLY = re.compile(
    rb"-c|--compile|-dc|--device-c|--?(?:cubin|fatbin|ptx)|--offload-device-only"
)
_SETS_LANGUAGE = re.compile(rb"--?x(?:=\w+)?|--hip-link")
_SOURCE = re.compile(rb"\.cu\b")
_FLAGS = b"HIP_ARCHITECTURE_FLAGS"
_FLAGS_SET = (
    b"list(TRANSFORM CMAKE_HIP_ARCHITECTURES PREPEND --offload-arch= OUTPUT_VARIABLE %b)" % _FLAGS
)
_WORD = re.compile(rb"[^\s;]++")

EXAMPLES = (
    Example(
        """
        add_custom_command(OUTPUT k.fatbin
          COMMAND ${CUDA_NVCC_EXECUTABLE} -arch=sm_80 -Xptxas -v -fatbin -o k.fatbin k.cu
          DEPENDS k.cu)
        """,
        """
        list(TRANSFORM CMAKE_HIP_ARCHITECTURES PREPEND --offload-arch= OUTPUT_VARIABLE HIP_ARCHITECTURE_FLAGS)
        add_custom_command(OUTPUT k.fatbin
          COMMAND ${CMAKE_HIP_COMPILER} -x hip ${HIP_ARCHITECTURE_FLAGS} --offload-device-only -c -o k.fatbin k.cu
          DEPENDS k.cu)
        """,  # noqa: E501
        findings=("note",),
        path="CMakeLists.txt",
        title="a fatbin",
    ),
    Example(
        "add_custom_target(run COMMAND nvcc a.o b.o -o run)\n",
        "add_custom_target(run COMMAND ${CMAKE_HIP_COMPILER} --hip-link a.o b.o -o run)\n",
        path="CMakeLists.txt",
        title="linking",
    ),
    Example(
        "execute_process(COMMAND nvcc -lcuda ask.cu -lcudart -lcublas -o ask)\n",
        """
        list(TRANSFORM CMAKE_HIP_ARCHITECTURES PREPEND --offload-arch= OUTPUT_VARIABLE HIP_ARCHITECTURE_FLAGS)
        execute_process(COMMAND ${CMAKE_HIP_COMPILER} -x hip ${HIP_ARCHITECTURE_FLAGS} -lamdhip64 ask.cu -lhipblas -o ask)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="libraries",
    ),
    Example(
        """
        foreach(arch ${CMAKE_CUDA_ARCHITECTURES})
          list(APPEND GENCODE -gencode arch=compute_${arch},code=sm_${arch})
        endforeach()
        add_custom_target(k COMMAND nvcc ${GENCODE} -cubin -o k.cubin k.cu)
        """,
        """
        foreach(arch ${CMAKE_CUDA_ARCHITECTURES})
          list(APPEND GENCODE -gencode arch=compute_${arch},code=sm_${arch})
        endforeach()
        add_custom_target(k COMMAND ${CMAKE_HIP_COMPILER} -x hip ${GENCODE} --offload-device-only -c -o k.cubin k.cu)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="GPUs that a loop names already, which BLD06 makes AMD's",
    ),
    Example(
        "execute_process(COMMAND nvcc --version OUTPUT_VARIABLE OUT)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="a version",
    ),
    Example(
        "add_custom_target(doc COMMAND doxygen -fatbin)\n",
        path="CMakeLists.txt",
        title="other programs",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each call."""
    removal = partial(without_argument, file.data)
    told: set[int] = set()
    for call in compiler_calls(file):
        if _VERSIONS.intersection(argument.text for argument in call.arguments):
            if call.program.text != _HIPS:
                hint = "HIP's compiler is clang: decide what the answer is for"
                yield rule.warning(call.program, "nvcc is asked about itself", hint=hint)
            continue
        words = list(_words(call))
        yield from flag_changes(rule, file.data, words, removal, has_quoted_words=True)
        yield from _libraries(words, removal, context.options.roc)
        yield from _program(file, call, told)


def _libraries(words: list[Word], removal: Removal, roc: tuple[str, ...]) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries; `roc` are those that are taken by rocBLAS's way."""
    linked: set[str] = set()
    for word in words:
        if not word.text.startswith("-l"):
            continue
        library = by_cudas_name(roc).get(word.text[2:])
        if library is not None and library.name not in linked:
            linked.add(library.name)
            yield rule.replace((word.start, word.end), library.flags().encode())
        elif library is not None or word.text[2:] in NOT_NEEDED:
            yield rule.replace(removal(word.start, word.end), b"")
        elif is_nvidias_own(word.text[2:]):
            yield rule.warning(
                (word.start, word.end),
                f"ROCm has no library in place of {word.text[2:]}",
                hint="see what uses it",
            )


def _program(file: SourceFile, call: CompilerCall, told: set[int]) -> Iterator[RuleOutput]:
    """Yield the compiler, and what HIP's has to be told; `told` are commands that know GPUs."""
    given = [word for one in call.arguments for word in values(file).words(one.text)]
    added: list[bytes] = []
    if not any(_SETS_LANGUAGE.fullmatch(word) for word in given):
        is_compiled = any(_COMPILES_ONLY.fullmatch(word) or _SOURCE.search(word) for word in given)
        added.append(b"-x hip" if is_compiled else b"--hip-link")
        if is_compiled and not loops(file).reach(call.arguments):
            added.append(b"${%b}" % _FLAGS)
            if call.command.start not in told:
                told.add(call.command.start)
                break_ = file.newline + indent(file.data, call.command.start)
                yield rule.insert(call.command.start, _FLAGS_SET + break_)
    if call.program.text not in _BY_BLD01 and COMPILER.fullmatch(call.program.text):
        yield rule.replace(call.program, b" ".join((_HIPS, *added)))
    elif added:
        yield rule.insert(call.program.end, b" " + b" ".join(added))


def _words(call: CompilerCall) -> Iterator[Word]:
    """Yield the words of the arguments; all of them are nvcc's."""
    for argument in call.arguments:
        for match in _WORD.finditer(argument.text):
            start = argument.text_start + match.start()
            text = match.group().decode("utf-8", "surrogateescape")
            yield Word(start, start + len(match.group()), text, is_nvccs=True)
