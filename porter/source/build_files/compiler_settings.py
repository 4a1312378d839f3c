"""Settings for a build, in files whose names tell nothing: `make.inc.frontera`, `arch/gpu.psmp`.

Whoever builds copies one to where the Makefile includes it, or a script reads it.
"""

from __future__ import annotations

import re

from porter.source.build_files.makefile import Kind, included, lines

#: Options that no compiler but nvcc has.
_NVCCS = re.compile(rb"(?<![\w-])-(?:gencode|-generate-code|-?maxrregcount|Xptxas|-ptxas-options)")
#: What is make's and neither a shell's nor a list of settings': signs, references, conditions.
_MAKES = re.compile(
    rb"(?m)^[ \t]*+[\w.-]++(?:[ \t]++\+=|[ \t]*+[?:!]=)|\$\([A-Za-z_][\w.-]*+\)"
    rb"|^[ \t]*+(?:ifn?eq|ifn?def|[-s]?include)\b"
)
_COMPILER = re.compile(rb"(?<![\w.-])nvcc(?![\w.-])")


def option_of_nvcc(data: bytes) -> bytes:
    """Return the first option of nvcc's alone in a text; empty where there is none."""
    match = _NVCCS.search(data)
    return b"" if match is None else match.group()


def is_make_settings(data: bytes, *, is_named: bool) -> bool:
    """Tell whether a text is variables of make's and nothing else, of which some are for nvcc.

    Args:
        data: the file.
        is_named: its name says that it is make's.
    """
    if not (_NVCCS.search(data) or _COMPILER.search(data)):
        return False
    if not (is_named and b" = " in data) and not _MAKES.search(data):
        return False
    found = list(lines(data))
    return any(line.kind is Kind.ASSIGNMENT for line in found) and all(
        line.kind in (Kind.ASSIGNMENT, Kind.CONDITIONAL) or included(line) for line in found
    )
