"""Prints a port instead of writing it: as a unified diff, or as one file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from porter.files.digests import digest_of
from porter.port.destination import OutputMode
from porter.port.diff import unified_diff
from porter.port.written import CHANGED, Written

if TYPE_CHECKING:
    from porter.convert.result import FileResult
    from porter.convert.tree_conversion import TreeConversion


def print_port(conversion: TreeConversion, mode: OutputMode) -> Written:
    """Print what becomes of a tree to standard output.

    Args:
        conversion: what becomes of it.
        mode: `DIFF` for a diff, `PRINT` for the files themselves.
    """
    done = Written()
    out = sys.stdout.buffer
    for file in conversion.converted:
        data = _read_again(conversion, file, done)
        if data is None:
            continue
        if mode is OutputMode.PRINT:
            new = conversion.new_bytes(file, data)
            done.problems += [new.problem] if new.problem else []
            out.write(new.data)
        elif file.changes or file.path in conversion.renamed:
            edits = [one.edit for one in file.edits]
            path = conversion.renamed.get(file.path, file.path)
            out.write(unified_diff(f"a/{file.path}", f"b/{path}", data, edits))
    out.flush()
    return done


def _read_again(conversion: TreeConversion, file: FileResult, done: Written) -> bytes | None:
    """Return the bytes that a file was converted from, None where they are not there any more."""
    try:
        data = conversion.project.read(file.path)
    except OSError as error:
        done.problem(file.path, f"cannot be read: {error.strerror or error}")
        return None
    if digest_of(data) != file.digest:
        done.problem(file.path, CHANGED)
        return None
    return data
