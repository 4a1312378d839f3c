"""List what is CUDA's in a CMake file and has no counterpart.

## What it does
It reports versions of CUDA's and nvcc's outside of conditions, device linking, PTX and cubin
targets, FindCUDA's commands that make files, headers that are named in CUDA's folder, and whatever
else of CMake's CUDA words is left.

## Why
A variable that nobody sets is empty: `lib/${CUDA_VERSION_MAJOR}` is another folder, without a
word.

## What it leaves alone
Everything; names that the project sets itself or that say nothing to CMake.

## References
`rules/cuda-hip/cmake.toml`, table `without`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._cmake import changeable, words
from porter.fixers.build_files._cmake_commands import compiler_calls
from porter.fixers.build_files._cmake_versions import answers
from porter.fixers.build_files._device_linking import device_linking
from porter.source import SourceFile, Use
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Place, holds, merged
from porter.tables.cmake import cmake_table

rule = Rule("BLD08", "cmake-left-over", fix=Fix.NONE, languages=(Language.CMAKE,))

_OWN = frozenset({b"set", b"option"})
#: Commands that change how a variable is shown, whatever it holds.
_SHOWN = frozenset({b"mark_as_advanced"})
#: A file or folder in CUDA's folder of headers.
_INCLUDED = re.compile(
    rb"\$\{(?:(?:(?!CUDA)\w)*+CUDA(?:(?!_INCLUDE)\w)*+_INCLUDE\w*+|hip_INCLUDE_DIRS)\}/([\w./+-]++)"
)
_FOLDERS = frozenset({b"cccl", b"cooperative_groups", b"crt", b"cub", b"cuda", b"nv", b"thrust"})

EXAMPLES = (
    Example(
        "set(LIBRARIES lib/${CUDA_VERSION_MAJOR})\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="a version",
    ),
    Example(
        "cuda_compile_ptx(PTX kernels.cu)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="a command",
    ),
    Example(
        "file(COPY ${CUDAToolkit_INCLUDE_DIRS}/cooperative_groups.h DESTINATION .)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="a header of CUDA's",
    ),
    Example(
        "mark_as_advanced(CUDA_SEPARABLE_COMPILATION)\n",
        path="CMakeLists.txt",
        title="how a variable is shown",
    ),
    Example("option(USE_CUDA_VERSION \"\" ON)\n", path="CMakeLists.txt", title="the project's own"),
)  # fmt: skip


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each place."""
    without = cmake_table().without
    done = {one.start for one in device_linking(file)}
    done |= {one.asked for one in answers(file)}
    called = merged((call.program.start, call.program.end) for call in compiler_calls(file))
    for command in changeable(file):
        if command.name in _SHOWN:
            continue
        name = command.name.decode("utf-8", "replace")
        if name in without:
            yield _finding(Use.at(command.start, command.name), name, without[name])
        yield from _headers(command, context)
        for start, end, word in words(command, without):
            if start in done or holds(called, start):  # BLD09, BLD18 or BLD33 takes care of it
                continue
            is_set = command.name in _OWN and start == command.arguments[0].text_start
            if not is_set or word.startswith(("CMAKE_", "CUDA_")):
                yield _finding((start, end), word, without[word])


def _headers(command: Command, context: Context) -> Iterator[RuleOutput]:
    for argument in command.arguments:
        for match in _INCLUDED.finditer(argument.text):
            name = match[1]
            row = context.tables.headers.get(name)
            if row is None and name.partition(b"/")[0] not in _FOLDERS:
                continue
            hint = f"HIP's is {row.hip.decode()}" if row else "see what it is for"
            use = Use.at(argument.text_start + match.start(), match.group())
            message = f"{name.decode()} is CUDA's: ROCm's folder of headers has none of that name"
            yield rule.warning(use, message, hint=hint)


def _finding(place: Place, word: str, why: str) -> RuleOutput:
    return rule.warning(place, f"{word} has no counterpart in HIP", hint=why)
