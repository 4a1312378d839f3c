"""Where a CMake script calls CUDA's compiler by a command of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.fixers.build_files._cmake import changeable
from porter.fixers.build_files._cmake_values import values
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.cmake_flow import REFERENCE

_COMMANDS = frozenset({b"add_custom_command", b"add_custom_target", b"execute_process"})
#: CUDA's compiler, and HIP's in its place.
COMPILER = re.compile(
    rb"\$\{(?:CMAKE_(?:CUDA|HIP)_COMPILER|CUDA_NVCC_EXECUTABLE|CUDAToolkit_NVCC_EXECUTABLE)\}"
    rb"|(?:\S*/)?nvcc"
)
#: What ends the arguments of `COMMAND`.
_KEYWORDS = frozenset(
    b"APPEND ARGS BYPRODUCTS COMMAND COMMAND_ERROR_IS_FATAL COMMAND_EXPAND_LISTS COMMENT DEPENDS "
    b"DEPFILE ECHO_ERROR_VARIABLE ECHO_OUTPUT_VARIABLE ENCODING ERROR_FILE ERROR_QUIET "
    b"ERROR_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE IMPLICIT_DEPENDS INPUT_FILE JOB_POOL "
    b"MAIN_DEPENDENCY OUTPUT OUTPUT_FILE OUTPUT_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE "
    b"OUTPUT_VARIABLE RESULTS_VARIABLE RESULT_VARIABLE SOURCES TIMEOUT USES_TERMINAL VERBATIM "
    b"WORKING_DIRECTORY".split()
)


class CompilerCall(NamedTuple):
    """One call.

    Attributes:
        command: the command of CMake's that has it.
        program: the compiler.
        arguments: what it is given.
    """

    command: Command
    program: Argument
    arguments: tuple[Argument, ...]


def compiler_calls(file: SourceFile) -> Iterator[CompilerCall]:
    """Yield the calls of CUDA's compiler outside branches for one side."""
    for command in changeable(file):
        if command.name in _COMMANDS:
            for program, *arguments in _called(command.arguments):
                if any(COMPILER.fullmatch(one) for one in _programs(file, program)):
                    yield CompilerCall(command, program, tuple(arguments))


def _programs(file: SourceFile, program: Argument) -> Iterator[bytes]:
    """Yield what a program may be, by itself and through the project's variables."""
    yield program.text
    if REFERENCE.search(program.text):
        yield from values(file).words(program.text)


def _called(arguments: Sequence[Argument]) -> Iterator[list[Argument]]:
    """Yield each program with its arguments."""
    call: list[Argument] | None = None
    for argument in arguments:
        if argument.text == b"ARGS":
            continue
        if argument.text in _KEYWORDS:
            if call:
                yield call
            call = [] if argument.text == b"COMMAND" else None
        elif call is not None:
            call.append(argument)
    if call:
        yield call
