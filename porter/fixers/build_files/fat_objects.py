"""Have GCC write objects that HIP's linker reads, where a build asks for `-flto`.

## What it does
`-flto` gets `-ffat-lto-objects` behind it, in CMake files of projects that have CUDA's language and
in Makefiles that call nvcc: the objects hold machine code beside what GCC's linker optimises.

## Why
nvcc has GCC link, which reads GCC's objects for link-time optimisation. HIP's compiler links by
LLVM's linker or by one that wants a plugin for them, and finds no function in them:
`undefined symbol`, `plugin needed to handle lto object`.

## What it leaves alone
Files that say of their own whether objects are fat; `INTERPROCEDURAL_OPTIMIZATION`, by which CMake
says that they are not (BLD65); options of a linker.

## References
GCC's manual, `-ffat-lto-objects`, which clang has, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files import _cmake, _make
from porter.fixers.build_files._cudas_language import has_cudas_language
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD55", "fat-objects", languages=(Language.CMAKE, Language.MAKE))

_LTO = re.compile(rb"(?<![\w,-])-flto(?:=(?:auto|jobserver|\d{1,3}))?(?![\w=-])")
_SAID = re.compile(rb"-f(?:no-)?fat-lto-objects")
_OF_LINKER = re.compile(rb"(?i)link|^LD")
_NVCC = re.compile(rb"(?i)nvcc|hipcc")
_CMAKES = frozenset(b"set list string add_compile_options target_compile_options".split())

EXAMPLES = (
    Example(
        """
        enable_language(CUDA) # -fno-strict-aliasing -Wnarrowing
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -flto -O3")
        set(CMAKE_EXE_LINKER_FLAGS "-flto")
        """,
        """
        enable_language(CUDA) # -fno-strict-aliasing -Wnarrowing
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -flto -ffat-lto-objects -O3")
        set(CMAKE_EXE_LINKER_FLAGS "-flto")
        """,
        path="CMakeLists.txt",
        title="CMake",
    ),
    Example(
        """
        CXXFLAGS = -O3 -flto=auto
        a: a.o k.cu
        \tnvcc a.o k.cu -o a
        """,
        """
        CXXFLAGS = -O3 -flto=auto -ffat-lto-objects
        a: a.o k.cu
        \tnvcc a.o k.cu -o a
        """,
        path="Makefile",
        title="make",
    ),
    Example("CFLAGS = -flto\na: a.c\n\tgcc $(CFLAGS) a.c\n", path="Makefile", title="no CUDA"),
    Example('set(CMAKE_CXX_FLAGS "-flto")\n', path="CMakeLists.txt", title="no CUDA here, either"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option behind each that asks for link-time optimisation."""
    if not _LTO.search(file.data) or _SAID.search(file.data):
        return
    is_cmake = file.language is Language.CMAKE
    for at, joint in _in_cmake(file) if is_cmake else _in_make(file):
        yield rule.insert(at, joint + b"-ffat-lto-objects")


def _in_cmake(file: SourceFile) -> Iterator[tuple[int, bytes]]:
    """Yield where options for the compiler end, and what parts two of them there."""
    if not has_cudas_language(file):
        return
    for command in _cmake.changeable(file):
        if command.name not in _CMAKES or any(map(_OF_LINKER.search, command.words[:2])):
            continue
        for argument in command.arguments:
            for match in _LTO.finditer(argument.text):
                joint = b";" if b"$<" in argument.text else b" "
                yield argument.text_start + match.end(), joint


def _in_make(file: SourceFile) -> Iterator[tuple[int, bytes]]:
    """Yield the same of a Makefile."""
    if not _NVCC.search(file.data):
        return
    for line in _make.changeable(file):
        is_linkers = line.kind is Kind.ASSIGNMENT and _OF_LINKER.search(line.name)
        if line.kind in (Kind.ASSIGNMENT, Kind.RECIPE) and not is_linkers:
            for match in _LTO.finditer(line.text):
                yield line.text_start + match.end(), b" "
