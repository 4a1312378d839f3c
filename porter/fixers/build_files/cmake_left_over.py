"""List what is CUDA's in a CMake file and has no counterpart.

## What it does
It reports comparisons of CUDA's and nvcc's versions, device linking, PTX and cubin targets,
FindCUDA's commands that make files, and whatever else of CMake's CUDA words is left.

## Why
A variable that nobody sets is empty: `if(CUDA_VERSION VERSION_GREATER 11)` goes the other way
without a word.

## What it leaves alone
Everything; names that the project sets itself or that say nothing to CMake.

## References
`rules/cuda-hip/cmake.toml`, table `without`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._cmake import changeable, words
from porter.fixers.build_files._cmake_commands import compiler_calls
from porter.fixers.build_files._device_linking import device_linking
from porter.source import SourceFile
from porter.source.text.edits import Yield
from porter.source.text.languages import Language
from porter.source.text.spans import holds, merged
from porter.tables.cmake import cmake_table

rule = Rule("BLD08", "cmake-left-over", fix=Fix.NONE, languages=(Language.CMAKE,))

_OWN = frozenset({b"set", b"option"})

EXAMPLES = (
    Example(
        """
        if(CUDA_VERSION VERSION_LESS 11.8)
          set(OLD ON)
        endif()
        """,
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
    Example("option(USE_CUDA_VERSION \"\" ON)\n", path="CMakeLists.txt", title="the project's own"),
)  # fmt: skip


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield a finding for each place."""
    without = cmake_table().without
    done = {one.start for one in device_linking(file)}
    called = merged((call.program.start, call.program.end) for call in compiler_calls(file))
    for command in changeable(file):
        name = command.name.decode("utf-8", "replace")
        if name in without:
            yield _finding(command.start, command.start + len(name), name, without[name])
        for start, end, word in words(command, without):
            if start in done or holds(called, start):  # BLD09 or BLD18 takes care of it
                continue
            is_set = command.name in _OWN and start == command.arguments[0].text_start
            if not is_set or word.startswith(("CMAKE_", "CUDA_")):
                yield _finding(start, end, word, without[word])


def _finding(start: int, end: int, word: str, why: str) -> Yield:
    return rule.warning((start, end), f"{word} has no counterpart in HIP", hint=why)
