"""Keep options that GCC alone knows from HIP's compiler, in CMake files.

## What it does
Among the options that `add_compile_options` and `target_compile_options` give to sources of every
language, what GCC alone knows goes to all languages but HIP:
`$<$<NOT:$<COMPILE_LANGUAGE:HIP>>:-fconcepts>`. What is given to CUDA's sources alone is left out,
with a note, as it is in variables of CUDA's flags.

## Why
nvcc compiles the host's side by GCC, and CMake has it hand on what it does not know. HIP's
sources are compiled by clang, which stops at options that it does not know.

## What it leaves alone
Options for other languages (`$<COMPILE_LANGUAGE:CXX>`), `CMAKE_CXX_FLAGS`, which no CUDA source is
compiled with, options in variables, and projects without CUDA's language. Warnings that clang does
not know are no errors.

## References
`rules/cuda-hip/gcc_options.toml`; CMake's manual, `COMPILE_LANGUAGE`; nvcc's manual,
`--forward-unknown-to-host-compiler`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, without_argument
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.gcc_options import is_gccs_own

rule = Rule("BLD54", "cmake-gcc-options", languages=(Language.CMAKE,))

_GUARD = b"$<$<NOT:$<COMPILE_LANGUAGE:HIP>>:"
_WORD = re.compile(rb"(?<![^\s;:,\"])-[fm][\w=+.-]++")
_LANGUAGES = re.compile(rb"COMPILE_LANG(?:UAGE|_AND_ID):([\w,]++)")
_CUDAS_LANGUAGE = re.compile(rb"(?i)\bCUDA\b")
_CUDAS_FLAGS = re.compile(rb"(?:CMAKE_)?(?:CUDA|HIP)_(?:NVCC_)?FLAGS(?:_\w+)?")

EXAMPLES = (
    Example(
        """
        project(scan LANGUAGES CXX CUDA) # -fno-strict-aliasing -Wnarrowing
        add_compile_options(-Wall -fconcepts)
        target_compile_options(scan PRIVATE "-fno-gcse" -fno-vpt)
        """,
        """
        project(scan LANGUAGES CXX CUDA) # -fno-strict-aliasing -Wnarrowing
        add_compile_options(-Wall $<$<NOT:$<COMPILE_LANGUAGE:HIP>>:-fconcepts>)
        target_compile_options(scan PRIVATE "-fno-gcse" $<$<NOT:$<COMPILE_LANGUAGE:HIP>>:-fno-vpt>)
        """,
        path="CMakeLists.txt",
        title="options of all languages",
    ),
    Example(
        """
        enable_language(CUDA) # -fno-strict-aliasing -Wnarrowing
        set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Wall -fconcepts")
        target_compile_options(scan PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3;-fconcepts>)
        """,
        """
        enable_language(CUDA) # -fno-strict-aliasing -Wnarrowing
        set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Wall")
        target_compile_options(scan PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3>)
        """,
        findings=("note", "note"),
        path="CMakeLists.txt",
        title="options of CUDA's sources",
    ),
    Example(
        """
        enable_language(CUDA) # -fno-strict-aliasing -Wnarrowing
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -fconcepts")
        add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fconcepts> -fopenmp)
        """,
        path="CMakeLists.txt",
        title="options of C++ alone",
    ),
    Example("add_compile_options(-fconcepts)\n", path="CMakeLists.txt", title="no CUDA"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a guard around each option, or leave it out."""
    found = [
        (command, argument, match)
        for command in changeable(file)
        for argument in _flags(command)
        for match in _WORD.finditer(argument.text)
        if is_gccs_own(match.group().decode())
    ]
    if not found or not _has_cuda(file):
        return
    for command, argument, match in found:
        start, end = (argument.text_start + at for at in match.span())
        languages = _around(file.data, command, start)
        if command.name in (b"set", b"list", b"string") or b"CUDA" in languages:
            name = match.group().decode()
            what = f"{name} is GCC's alone, and is left out: HIP's compiler stops at it"
            yield rule.note((start, end), what)
            yield rule.replace(without_argument(file.data, start, end), b"")
        elif not languages and not _is_text(argument):
            yield from rule.together(rule.insert(start, _GUARD), rule.insert(end, b">"))


def _flags(command: Command) -> Iterator[Argument]:
    """Yield the arguments that hold options."""
    arguments = [one for one in command.arguments if one.form is not Form.BRACKET]
    if command.name == b"add_compile_options":
        yield from arguments
    elif command.name == b"target_compile_options":
        yield from arguments[1:]
    elif command.name in (b"set", b"list", b"string"):
        is_added = command.name != b"set"
        name = arguments[is_added : is_added + 1]
        if name and _CUDAS_FLAGS.fullmatch(name[0].text):
            yield from arguments[is_added + 1 :]


def _around(data: bytes, command: Command, at: int) -> bytes:
    """Return the languages that generator expressions around a place name."""
    opened = command.open
    while (left := data.find(b"$<$<", opened, at)) >= 0:
        languages = _LANGUAGES.search(data, left, at)
        between = data[left:at]
        if languages and between.count(b"$<") > between.count(b">"):
            return languages[1]
        opened = left + 1
    return b""


def _is_text(argument: Argument) -> bool:
    """Tell whether options are parted by blanks within quotes, which makes one word of them."""
    return bool(re.search(rb"\s", argument.text))


def _has_cuda(file: SourceFile) -> bool:
    """Tell whether a script of the project speaks of CUDA's language."""
    if _CUDAS_LANGUAGE.search(file.data):
        return True
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    return any(_CUDAS_LANGUAGE.search(one) for one in scripts.naming(b"CUDA"))
