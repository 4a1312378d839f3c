"""What CMake's conditions ask of CUDA's compiler and version, and what HIP answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._cmake import changeable
from porter.fixers.build_files._cmake_values import values
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Form
from porter.source.text.spans import Span

#: As what HIP counts in the sources, too: what 12.8 brought is Blackwell's.
_VERSIONS = {
    **dict.fromkeys((b"CUDA_VERSION", b"CUDA_VERSION_STRING"), b"12.7"),
    **dict.fromkeys((b"CUDAToolkit_VERSION", b"CMAKE_CUDA_COMPILER_VERSION"), b"12.7"),
    **dict.fromkeys((b"CUDA_VERSION_MAJOR", b"CUDAToolkit_VERSION_MAJOR"), b"12"),
    **dict.fromkeys((b"CUDA_VERSION_MINOR", b"CUDAToolkit_VERSION_MINOR"), b"7"),
}
_COMPILER = b"CMAKE_CUDA_COMPILER_ID"
_CONDITIONS = frozenset((b"if", b"elseif", b"while"))
_EQUAL = frozenset((b"STREQUAL", b"MATCHES", b"VERSION_EQUAL", b"EQUAL"))
_BY_ORDER = (b"LESS", b"GREATER", b"LESS_EQUAL", b"GREATER_EQUAL")
_COMPARISONS = _EQUAL | {prefix + one for prefix in (b"", b"VERSION_", b"STR") for one in _BY_ORDER}


class Answer(NamedTuple):
    """What a word of a condition becomes.

    Attributes:
        span: where the word stands.
        text: what it becomes.
        name: the variable that is asked for.
        asked: offset of the variable's own word.
    """

    span: Span
    text: bytes
    name: bytes
    asked: int


def answers(file: SourceFile) -> Iterator[Answer]:
    """Yield what HIP answers to comparisons of versions and of the compiler's name."""
    for command in changeable(file):
        if command.name not in _CONDITIONS:
            continue
        said = command.arguments
        for at, argument in enumerate(said):
            name = _variable(argument)
            before = said[at - 1] if at else None
            after = said[at + 1] if at + 1 < len(said) else None
            if name == _COMPILER and after and at + 2 < len(said):
                yield from _compiler(argument, after, said[at + 2])
            elif name not in _VERSIONS or _is_set(file, name):
                continue
            elif _compares(after) or (before and _compares(before) and before.text != b"MATCHES"):
                asked = argument.text_start + argument.text.index(name)
                yield Answer((argument.text_start, argument.text_end), _VERSIONS[name], name, asked)


def _variable(argument: Argument) -> bytes:
    """Return the variable that an argument stands for, alone."""
    text = argument.text
    if text.startswith(b"${") and text.endswith(b"}"):
        return text[2:-1]
    return text if argument.form is Form.UNQUOTED else b""


def _compares(argument: Argument | None) -> bool:
    return argument is not None and argument.form is Form.UNQUOTED and argument.text in _COMPARISONS


def _compiler(asked: Argument, how: Argument, given: Argument) -> Iterator[Answer]:
    """Yield clang's name for NVIDIA's: the way for nvcc is taken, whose flags are converted."""
    if how.text not in (b"STREQUAL", b"MATCHES") or given.text != b"NVIDIA":
        return
    at = asked.text_start + asked.text.index(_COMPILER)
    place = at, at + len(_COMPILER)
    yield Answer(place, b"CMAKE_HIP_COMPILER_ID", _COMPILER, at)
    yield Answer((given.text_start, given.text_end), b"Clang", _COMPILER, at)


def _is_set(file: SourceFile, name: bytes) -> bool:
    """Tell whether a script of the project gives the variable a value."""
    reference = b"${%b}" % name
    return values(file).words(reference) != (reference,)
