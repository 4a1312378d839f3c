"""Give clang the flags that it has in place of nvcc's.

## What it does
In CMake's lists of flags and options, what only nvcc knows goes the way of the table
`rules/cuda-hip/flags.toml`: `-lineinfo` becomes `-gline-tables-only`, `-Xcompiler=-fPIC` becomes
`-fPIC`, `--expt-relaxed-constexpr` and `-gencode …` go. Architectures are CMake's own to name
(`CMAKE_HIP_ARCHITECTURES`); where a loop makes a flag of each of them, it makes clang's. So it
does in variables and in what the project's own functions are given, where these reach the flags of
CUDA's compiler, by whatever scripts.

## Why
Clang refuses options that it does not know.

## What it leaves alone
`--use_fast_math` and others that change results or that somebody has to think about are taken out
and reported: clang's `-ffast-math` promises more. Options that other programs share (`-G`, `-x`)
stay unless they stand among flags for CUDA or reach them alone; variables of the environment.

## References
nvcc's manual (command options); clang's command line reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, without_argument
from porter.fixers.build_files._cmake_architectures import loops
from porter.fixers.build_files._cmake_flag_words import Part, flag_words, parts
from porter.fixers.build_files._cmake_reaching import Function, Reaching, reaching
from porter.fixers.build_files._flags import Word, flag_changes
from porter.source import SourceFile
from porter.source.build_files.cmake import Command, Form
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD06", "cmake-flags", languages=(Language.CMAKE,))

_FLAG_COMMANDS = frozenset(
    b"set list string add_compile_options target_compile_options target_link_options "
    b"add_link_options set_target_properties set_property set_source_files_properties "
    b"cuda_add_library cuda_add_executable add_library add_executable add_definitions".split()
)
#: Commands whose arguments have places.
_PATTERNS = ([b"REPLACE"], [b"REGEX"], [b"FIND"])

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
    Example(
        """
        set(DEBUG -G)
        set(ARCH "-arch=${CAPABILITY} -O2")
        set(BOTH -G)
        set(CMAKE_CUDA_FLAGS "${ARCH} ${BOTH}")
        set(CMAKE_CXX_FLAGS "${BOTH}")
        function(options name debug)
          target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${debug} ${ARGN}>)
        endfunction()
        options(k ${DEBUG} -maxrregcount=64 -O2)
        options(k --expt-relaxed-constexpr)
        """,
        """
        set(DEBUG -g)
        set(ARCH "-O2")
        set(BOTH -G)
        set(CMAKE_CUDA_FLAGS "${ARCH} ${BOTH}")
        set(CMAKE_CXX_FLAGS "${BOTH}")
        function(options name debug)
          target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${debug} ${ARGN}>)
        endfunction()
        options(k ${DEBUG} -O2)
        options(k "")
        """,
        findings=("warning",),
        path="CMakeLists.txt",
        title="what reaches CUDA's compiler by variables and functions",
    ),
    Example(
        """
        target_compile_options(k PRIVATE
          $<$<COMPILE_LANGUAGE:CUDA>:$<IF:$<CONFIG:Debug>,-G,-Xptxas=-O3>>)
        """,
        """
        target_compile_options(k PRIVATE
          $<$<COMPILE_LANGUAGE:CUDA>:$<IF:$<CONFIG:Debug>,-g,>>)
        """,
        path="CMakeLists.txt",
        title="a choice of flags",
    ),
    Example("add_compile_options(-G -x -Wall)\n", path="CMakeLists.txt", title="not nvcc's"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags."""
    removal = partial(without_argument, file.data)
    looped_over = loops(file)
    reached = reaching(file)
    for command in changeable(file):
        if command.name in _FLAG_COMMANDS:
            looped = looped_over.flag(command)
            named = [looped] if looped else []
            words, has_choice = _words(command, reached)
            in_place = has_choice or command.words[:1] in _PATTERNS
            removed = _in_place if in_place else removal
            yield from flag_changes(rule, file.data, words, removed, named, has_quoted_words=True)
        elif b"-" in file.data[command.open : command.close]:
            function = reached.function(command.name)
            if function is not None and reached.takes_flags(function):
                yield from _given(file, command, function, reached)


def _words(command: Command, reached: Reaching) -> tuple[list[Word], bool]:
    """Return the words of a command, and whether some of them are to be chosen from."""
    found = list(parts(command))
    words = [word for part in found for word in flag_words(part, is_nvccs=False)]
    is_unsure = any(not word.is_nvccs and word.text.startswith("-") for word in words)
    if is_unsure and reached.gives_to_cudas(command):
        words = [replace(word, is_nvccs=True) for word in words]
    return words, any(part.has_choice for part in found)


def _given(
    file: SourceFile, command: Command, function: Function, reached: Reaching
) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags that a function of the project is given.

    An argument that has a name inside keeps its place.
    """
    rest: list[Word] = []
    for place, part in enumerate(parts(command)):
        is_nvccs = reached.is_cudas(function.parameter(place), function)
        words = list(flag_words(part, is_nvccs))
        if place >= len(function.parameters):
            rest += words
        else:
            empty = b'""' if _is_bare(part, words) else b""
            yield from flag_changes(rule, file.data, words, _in_place, instead=empty)
    removal = partial(without_argument, file.data)
    yield from flag_changes(rule, file.data, rest, removal, has_quoted_words=True)


def _is_bare(part: Part, words: list[Word]) -> bool:
    """Tell whether an argument is one word without quotes, and nothing of it would be left."""
    is_one = len(words) == 1 and len(words[0].text.encode()) == len(part.argument.text)
    return is_one and part.argument.form is not Form.QUOTED


def _in_place(start: int, end: int) -> tuple[int, int]:
    """Return what is removed of an argument that has its place: the command counts them."""
    return start, end
