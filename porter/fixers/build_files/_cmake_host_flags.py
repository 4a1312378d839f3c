"""What CMake scripts give the C++ compiler, and FindCUDA handed on to nvcc."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.text.copies import Piece
from porter.source.text.spans import Span

_CXX_FLAGS = re.compile(rb"(?im)^[^#\n]*\(\s*+(?:APPEND\s++)?+CMAKE_CXX_FLAGS\b[^()]*+")
_HOST_FLAGS = b"porter_host_flags"
_PROPAGATED = b"CUDA_PROPAGATE_HOST_FLAGS"


def cxx_flags(file: SourceFile) -> bytes:
    """Return what a CMake script, and those of the folders around, give the C++ compiler."""
    scripts = (file.data, *CMakeScripts(file.depend_on_tree(), file.path).around())
    return b"\n".join(match[0] for data in scripts for match in _CXX_FLAGS.finditer(data))


def host_definitions(file: SourceFile, target: Span) -> Iterator[tuple[Piece, ...]]:
    """Yield the lines that give a target's HIP sources the C++ compiler's definitions.

    Args:
        file: the script.
        target: where it names the target.
    """
    is_asked = _PROPAGATED in file.data
    if is_asked:
        yield (b"if(NOT DEFINED %b OR %b)" % (_PROPAGATED, _PROPAGATED),)
    indented = b"  " if is_asked else b""
    flags = b'separate_arguments(%b UNIX_COMMAND "${CMAKE_CXX_FLAGS}")' % _HOST_FLAGS
    yield (indented + flags,)
    yield (indented + b'list(FILTER %b INCLUDE REGEX "^-[DUI]")' % _HOST_FLAGS,)
    expression = b"$<$<COMPILE_LANGUAGE:HIP>:${%b}>" % _HOST_FLAGS
    yield (indented + b"target_compile_options(", target, b' PRIVATE "%b")' % expression)
    if is_asked:
        yield (b"endif()",)
