"""Give clang the flags that it has in place of nvcc's.

## What it does
In CMake's lists of flags and options, what only nvcc knows goes the way of the table
`rules/cuda-hip/flags.toml`: `-lineinfo` becomes `-gline-tables-only`, `-Xcompiler=-fPIC` becomes
`-fPIC`, `--expt-relaxed-constexpr` and `-gencode …` go. Architectures are CMake's own to name
(`CMAKE_HIP_ARCHITECTURES`); where a loop makes a flag of each of them, it makes clang's.

## Why
Clang refuses options that it does not know.

## What it leaves alone
`--use_fast_math` and others that change results or that somebody has to think about are taken out
and reported: clang's `-ffast-math` promises more. Options that other programs share (`-G`, `-x`)
stay unless they stand among flags for CUDA; flags in variables of the environment.

## References
nvcc's manual (command options); clang's command line reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, without_argument
from porter.fixers.build_files._cmake_architectures import loops
from porter.fixers.build_files._flags import Word, flag_changes
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.runs import word_start

rule = Rule("BLD06", "cmake-flags", languages=(Language.CMAKE,))

_FLAG_COMMANDS = frozenset(
    b"set list string add_compile_options target_compile_options target_link_options "
    b"add_link_options set_target_properties set_property set_source_files_properties "
    b"cuda_add_library cuda_add_executable add_library add_executable add_definitions".split()
)
#: Commands whose arguments have places.
_PATTERNS = ([b"REPLACE"], [b"REGEX"], [b"FIND"])
_FOR_CUDA = re.compile(rb"(?i)(?:CUDA|NVCC|HIP)")
_HOLDS_FLAGS = re.compile(rb"(?i)(?:FLAGS?|OPT(?:ION)?S?|ARGS?)(?=_\w|\Z)")
_FOR_LANGUAGE = re.compile(rb"\$<(?:COMPILE_LANGUAGE:|COMPILE_LANG_AND_ID:)(?:HIP|CUDA)\b")
_WORD = re.compile(rb"(?:\$(?:ENV)?+\{[^}]*+\}?+|\$(?!(?:ENV)?\{)|\\.|[^\s;\\\"<>$])++")

EXAMPLES = (
    Example(
        'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -O3 -lineinfo -Xcompiler=-fPIC -t 4")\n',
        'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -O3 -gline-tables-only -fPIC")\n',
        path="CMakeLists.txt",
        title="a variable of flags",
    ),
    Example(
        """
        target_compile_options(k PRIVATE
          $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr;-G>
          -Wall)
        """,
        """
        target_compile_options(k PRIVATE
          $<$<COMPILE_LANGUAGE:CUDA>:-g>
          -Wall)
        """,
        path="CMakeLists.txt",
        title="options for one language",
    ),
    Example(
        """
        set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -Xcompiler "-fPIC")
        set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} "-Xcompiler" "-fPIC,-Wall")
        set(CUDA_NVCC_FLAGS -Xcompiler "-fPIC -Wall")
        set(CUDA_NVCC_FLAGS -O3 --keep-dir "${PROJECT_BINARY_DIR}")
        set(CUDA_NVCC_FLAGS -lineinfo "-Xptxas=-v" "--keep-dir" ${PROJECT_BINARY_DIR})
        """,
        """
        set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -fPIC)
        set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} "-fPIC" "-Wall")
        set(CUDA_NVCC_FLAGS "-fPIC -Wall")
        set(CUDA_NVCC_FLAGS -O3)
        set(CUDA_NVCC_FLAGS -gline-tables-only)
        """,
        path="CMakeLists.txt",
        title="an option and what it takes, with quotes",
    ),
    Example(
        "list(APPEND CUDA_NVCC_FLAGS -gencode arch=compute_80,code=sm_80)\n",
        "list(APPEND CUDA_NVCC_FLAGS)\n",
        findings=("note",),
        path="CMakeLists.txt",
        title="architectures are CMake's to name",
    ),
    Example(
        """
        foreach(arch ${CMAKE_CUDA_ARCHITECTURES})
          list(APPEND GENCODE_FLAGS "-gencode=arch=compute_${arch},code=sm_${arch}")
        endforeach()
        """,
        """
        foreach(arch ${CMAKE_CUDA_ARCHITECTURES})
          list(APPEND GENCODE_FLAGS "--offload-arch=${arch}")
        endforeach()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="a flag for each of CMake's architectures",
    ),
    Example(
        "add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math>)\n",
        "add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:>)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="fast math is another thing",
    ),
    Example(
        """
        string(REPLACE "-gencode;" "--generate-code=" ARCH_FLAGS "${ARCH_FLAGS}")
        string(REPLACE "-G" "-lineinfo" CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS}")
        """,
        """
        string(REPLACE "-gencode;" "" ARCH_FLAGS "${ARCH_FLAGS}")
        string(REPLACE "-G" "-gline-tables-only" CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS}")
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="what is looked for stays, and what takes its place has a place",
    ),
    Example("add_compile_options(-G -x -Wall)\n", path="CMakeLists.txt", title="not nvcc's"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags."""
    removal = partial(without_argument, file.data)
    looped_over = loops(file)
    for command in changeable(file):
        if command.name in _FLAG_COMMANDS:
            looped = looped_over.flag(command)
            named = [looped] if looped else []
            words = list(_words(command))
            removed = _in_place if command.words[:1] in _PATTERNS else removal
            yield from flag_changes(rule, file.data, words, removed, named, has_quoted_words=True)


def _words(command: Command) -> Iterator[Word]:
    all_nvccs = _holds_nvccs_flags(command)
    inside = depth = 0
    pattern = _pattern(command)
    for argument in command.arguments:
        if argument is pattern or argument.form is Form.BRACKET:
            continue
        opened = _FOR_LANGUAGE.search(argument.text)
        if opened:
            inside = 1
        for match in _WORD.finditer(argument.text):
            text, start = _without_prefix(match.group())
            at = argument.text_start + match.start() + start
            is_whole = argument.form is Form.QUOTED and len(match.group()) == len(argument.text)
            yield Word(
                at, at + len(text), text.decode("utf-8", "surrogateescape"),
                all_nvccs or inside > 0, joint='" "' if is_whole else " ",
            )  # fmt: skip
        depth += _balance(argument)
        if depth <= 0:
            inside = depth = 0


def _holds_nvccs_flags(command: Command) -> bool:
    """Tell whether the command sets a variable of flags for CUDA."""
    words = command.words
    if command.name in (b"list", b"string") and words[:1] == [b"APPEND"]:
        words = words[1:]
    if command.name not in (b"set", b"list", b"string") or not words:
        return False
    ending = words[0][word_start(words[0], len(words[0])) :]
    return bool(_FOR_CUDA.search(words[0]) and _HOLDS_FLAGS.search(ending))


def _pattern(command: Command) -> Argument | None:
    """Return what a command looks for in a text: no flag that a compiler gets."""
    at = {b"REPLACE": 1, b"REGEX": 2, b"FIND": 2}.get(b"".join(command.words[:1]), 0)
    is_search = command.name == b"string" and 0 < at < len(command.arguments)
    return command.arguments[at] if is_search else None


def _in_place(start: int, end: int) -> tuple[int, int]:
    """Return what is removed of an argument that has its place: the command counts them."""
    return start, end


def _without_prefix(word: bytes) -> tuple[bytes, int]:
    """Return a flag without what a generator expression or `SHELL:` puts before it."""
    match = re.match(rb"(?:[\w,$:]*:)(?=-)", word)
    return (word[match.end() :], match.end()) if match else (word, 0)


def _balance(argument: Argument) -> int:
    return argument.text.count(b"$<") - argument.text.count(b">")
