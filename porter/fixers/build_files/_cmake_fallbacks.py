"""Which variables a CMake script gives values, other than where CMake did not find CUDA."""

from __future__ import annotations

from collections.abc import Sequence

from porter.source.build_files.cmake import Command

_GIVES = frozenset({b"set", b"option", b"find_path", b"find_library"})
_FOUND = (b"CUDA_FOUND", b"CUDAToolkit_FOUND", b"hip_FOUND")


def own_variables(commands: Sequence[Command]) -> frozenset[bytes]:
    """Return the variables that a script gives values whether or not CUDA was found.

    A value for where it was not found is a fallback: elsewhere the variable is the package's.

    Args:
        commands: commands of the script, in order, with all of its branches.
    """
    given = set()
    inside: list[tuple[bytes, ...]] = []
    for command in commands:
        words = tuple(command.words)
        if command.name == b"if":
            inside.append(words)
        elif command.name == b"else" and inside:
            first = inside[-1]
            inside[-1] = first[1:] if first[:1] == (b"NOT",) else (b"NOT", *first)
        elif command.name == b"elseif" and inside:
            inside[-1] = words
        elif command.name == b"endif":
            del inside[-1:]
        elif command.name in _GIVES and words and not any(map(_is_without_cuda, inside)):
            given.add(words[0])
    return frozenset(given)


def _is_without_cuda(condition: tuple[bytes, ...]) -> bool:
    return len(condition) == 2 and condition[0] == b"NOT" and condition[1] in _FOUND
