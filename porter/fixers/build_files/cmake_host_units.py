"""Give host sources HIP's headers and its platform where CMake gave them CUDA's.

## What it does
Where CUDA's include folder is given to a directory or a target, the definition
`__HIP_PLATFORM_AMD__` is, too. A target whose C or C++ sources include CUDA's headers, and that
links nothing of CUDA's in the same file, is linked with `hip::host`.

## Why
HIP's headers refuse to be read without the definition, and lie in no folder that a host compiler
searches. CMake's HIP brings both to HIP's sources alone.

## What it leaves alone
Targets that link `CUDA::cudart` or the like, which BLD03 gives HIP's; sources that another file
names.

## References
CMake's manual: `target_include_directories`, `LINK_LIBRARIES`; hip-targets.cmake of ROCm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, is_cuda_package
from porter.fixers.build_files._cmake_around import (
    include_folders,
    is_enabled_around,
    own_folders,
)
from porter.fixers.build_files._cmake_blocks import blocks, is_run_before
from porter.fixers.build_files._cmake_sources import (
    NO_SOURCES,
    TARGETS,
    host_sources,
    sources_of,
)
from porter.fixers.build_files._included import includes
from porter.source import SourceFile
from porter.source.build_files.cmake import Command, commands
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table
from porter.tables.libraries import RUNTIME_TARGET

rule = Rule("BLD16", "cmake-host-units", languages=(Language.CMAKE,))

_MACRO = b"__HIP_PLATFORM_AMD__"
_FOLDER = re.compile(
    rb"\$\{(?:CUDA_INCLUDE_DIRS|CUDA_TOOLKIT_INCLUDE|CUDAToolkit_INCLUDE_DIRS"
    rb"|CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES)\}"
    rb"|(?:/usr/local/cuda[\d.-]*|\$ENV\{CUDA_(?:HOME|PATH)\}|\$\{CUDA_TOOLKIT_ROOT_DIR\})/include"
)
_SCOPES = (b"PUBLIC", b"PRIVATE", b"INTERFACE")
_LINKS_CUDA = re.compile(rb"CUDA|cudart|cublas|hip::|roc::")
_CUDAS = re.compile(
    rb"\A(?:cuda(?:_\w++)?|cu(?:blas|fft|rand|sparse|solver)\w*+|driver_types|vector_types|nvrtc"
    rb"|nccl|hip/[^.]*+)\.h"
)

EXAMPLES = (
    Example(
        "include_directories(${CUDAToolkit_INCLUDE_DIRS} inc)\n",
        """
        include_directories(${CUDAToolkit_INCLUDE_DIRS} inc)
        add_compile_definitions(__HIP_PLATFORM_AMD__)
        """,
        path="CMakeLists.txt",
        title="a directory",
    ),
    Example(
        "target_include_directories(run PRIVATE inc PUBLIC ${CUDA_INCLUDE_DIRS})\n",
        """
        target_include_directories(run PRIVATE inc PUBLIC ${CUDA_INCLUDE_DIRS})
        target_compile_definitions(run PUBLIC __HIP_PLATFORM_AMD__)
        """,
        path="CMakeLists.txt",
        title="a target",
    ),
    Example(
        """
        target_include_directories(run PRIVATE inc)
        add_executable(run main.cpp)
        """,
        path="CMakeLists.txt",
        title="other folders",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield definitions and links."""
    found = changeable(file)
    yield from _definitions(file, found)
    if not any(command.name in TARGETS for command in found):
        return
    around = blocks(commands(file.data))
    finds = {
        around[command.start]
        for command in found
        if command.name == b"find_package"
        and (is_cuda_package(command) or command.words[:1] == [b"hip"])
    }
    links = set(_linked(found))
    sources = sources_of(found)
    own, folders = list(own_folders(file, found)), include_folders(file, found)
    for command in found:
        if command.name not in TARGETS or NO_SOURCES.intersection(command.words):
            continue
        target = command.words[0] if command.words else b""
        if target in links:
            continue
        units = list(host_sources(file, sources[target]))
        if not includes(file, units, folders, _CUDAS):
            continue
        # Folders of a script around may be those of a side that the build leaves out.
        is_sure = includes(file, units, own, _CUDAS) or not is_enabled_around(file)
        break_ = file.newline + indent(file.data, command.start)
        named = command.arguments[0].text_start, command.arguments[0].text_end
        link = b" APPEND PROPERTY LINK_LIBRARIES %b)" % RUNTIME_TARGET.encode()
        pieces: list[Piece] = [break_, b"set_property(TARGET ", named, link]
        here = around[command.start]
        if not is_run_before(finds, here):
            if is_sure:
                finds.add(here)
            pieces[:0] = [break_, cmake_table().find(cmake_table().package).encode()]
        if not is_sure:
            pieces = [break_, b"if(CMAKE_HIP_COMPILER)", *pieces, break_, b"endif()"]
        text, copies = composed(file.data, pieces)
        yield rule.insert(command.end, text, copies=copies)


def _linked(found: Sequence[Command]) -> Iterator[bytes]:
    """Yield the targets that link something of CUDA's or HIP's."""
    for command in found:
        words = command.words
        if command.name == b"set_property" and words[:1] == [b"TARGET"]:
            words = words[1:]
        elif command.name != b"target_link_libraries":
            continue
        if any(_LINKS_CUDA.search(word) for word in words[1:]):
            yield words[0]


def _definitions(file: SourceFile, found: Sequence[Command]) -> Iterator[RuleOutput]:
    """Yield the definition behind each command that gives CUDA's include folder."""
    if any(_MACRO in argument.text for command in found for argument in command.arguments):
        return
    for command in found:
        given = [at for at, word in enumerate(command.words) if _FOLDER.search(word)]
        if not given:
            continue
        if command.name == b"include_directories":
            line: tuple[Piece, ...] = (b"add_compile_definitions(%b)" % _MACRO,)
        elif command.name == b"target_include_directories":
            scopes = [word for word in command.words[: given[0]] if word in _SCOPES]
            scope = scopes[-1] if scopes else b"PUBLIC"
            target = command.arguments[0].text_start, command.arguments[0].text_end
            line = (b"target_compile_definitions(", target, b" %b %b)" % (scope, _MACRO))
        else:
            continue
        break_ = file.newline + indent(file.data, command.start)
        text, copies = composed(file.data, (break_, *line))
        yield rule.insert(command.end, text, copies=copies)
