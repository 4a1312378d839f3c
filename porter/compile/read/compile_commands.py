"""Reads the units of a port from its compilation database."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from porter.compile.read.unit import Language, Unit, unit_from_flags
from porter.errors import PorterError
from porter.source.build_files.compile_commands import NAME, CompileCommand, compile_commands

_PLACES = (NAME, f"build/{NAME}")


def read_compile_commands(root: Path, paths: Sequence[str]) -> Iterator[Unit]:
    """Yield the units that the port's compilation database names; none without one.

    Raises:
        PorterError: there is one and it is not readable.
    """
    path = next((root / place for place in _PLACES if (root / place).is_file()), None)
    if path is None:
        return
    for command in compile_commands(path):
        if not command.file:
            hint = "remove it or generate it again"
            raise PorterError(
                "not a compilation database: a command without a file", path=path, hint=hint
            )
        unit = _unit(root, command)
        if unit is not None:
            yield unit


def _unit(root: Path, command: CompileCommand) -> Unit | None:
    compiler, *rest = command.words
    folder = root / command.folder
    source = Path(os.path.normpath(folder / command.file))
    flags = [word for word in rest if os.path.normpath(folder / word) != str(source)]
    for_device = Path(compiler).name.startswith(("hipcc", "nvcc", "amdclang"))
    for_device |= any(pair in (("-x", "hip"), ("-x", "cuda")) for pair in pairwise(command.words))
    return unit_from_flags(
        root, source, flags, folder, NAME, language=Language.HIP if for_device else None
    )
