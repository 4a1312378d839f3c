"""What flags and sources of CMake files hang on the answer of a program that CMake would run.

`execute_process` runs it while CMake configures, so that nothing that hangs on it can be told
beforehand; the place is. Source: CMake's manual, `execute_process`.
"""

from __future__ import annotations

import re
from itertools import takewhile

from porter.source.build_files.cmake import Command
from porter.source.build_files.cmake_variables import Variables
from porter.trial.cmake_words import ABOUT_TARGET, MAKES_TARGET

_OUTPUT = b"OUTPUT_VARIABLE"
_KEYWORDS = frozenset(
    b"COMMAND WORKING_DIRECTORY TIMEOUT RESULT_VARIABLE RESULTS_VARIABLE OUTPUT_VARIABLE "
    b"ERROR_VARIABLE INPUT_FILE OUTPUT_FILE ERROR_FILE OUTPUT_QUIET ERROR_QUIET COMMAND_ECHO "
    b"OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE ENCODING".split()
)
#: Words of a program's call that are shown.
_MOST = 4
_REFERENCE = re.compile(rb"\$\{([\w./+-]++)\}")
#: Commands that hand values on, and which of their words name the variable that gets them.
_GIVES = {b"set": 0, b"list": 1, b"separate_arguments": 0, b"get_filename_component": 0}
_FLAGS = frozenset(
    b"include_directories link_directories link_libraries add_definitions add_compile_definitions "
    b"add_compile_options add_link_options".split()
)
_OF_FLAGS = re.compile(rb"CMAKE_(?:C|CXX|CUDA|HIP|EXE_LINKER|SHARED_LINKER)_FLAGS\w*+")


class Answers:
    """The variables that hold answers, as far as scripts are followed."""

    def __init__(self) -> None:
        self._programs: dict[bytes, str] = {}
        self._told: set[str] = set()

    def follow(self, one: Command, variables: Variables) -> str:
        """Take note of a command; return what to say of it, which is mostly nothing.

        Args:
            one: the command.
            variables: those of its folder; what a program answers is none of them.
        """
        words = one.words
        if one.name == b"execute_process":
            if _OUTPUT in words[:-1]:
                name = words[words.index(_OUTPUT) + 1]
                command = words[words.index(b"COMMAND") + 1 :] if b"COMMAND" in words else []
                said = list(takewhile(lambda word: word not in _KEYWORDS, command))
                self._programs[name] = _text(b" ".join(said[:_MOST]))
                variables.values.pop(_text(name), None)
            return ""
        text = b" ".join(words)
        heard = {found for found in _REFERENCE.findall(text) if found in self._programs}
        if not heard:
            return ""
        program = self._programs[min(heard)]
        at = _GIVES.get(one.name)
        if at is not None and at < len(words):
            self._programs.setdefault(words[at], program)
        is_used = one.name in MAKES_TARGET | ABOUT_TARGET | _FLAGS
        is_used |= one.name == b"set" and _OF_FLAGS.fullmatch(words[0]) is not None
        if not is_used or program in self._told:
            return ""
        self._told.add(program)
        return f"what `{program}` answers is known once CMake runs it, and this hangs on it"


def _text(word: bytes) -> str:
    return word.decode("utf-8", "replace")
