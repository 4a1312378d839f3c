"""Where code names what libcu++ declares: `cuda::NAME`, `cuda::std::NAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source import SourceFile, Use
from porter.tables.libcudacxx import libcudacxx

_PATH = re.compile(rb"cuda[ \t]*::[ \t]*(\w+(?:[ \t]*::[ \t]*\w+)*)")
#: A namespace of the project's own, or another library's that is brought in whole.
_OWN = re.compile(rb"\bnamespace\s++cuda\b|\busing\s++namespace\s++(?:cv|at|c10|torch)\b")
_BLANK = re.compile(rb"[ \t]+")


def libcudacxx_uses(file: SourceFile) -> Iterator[Use]:
    """Yield names of libcu++'s, each as it stands behind `cuda::`, with its place."""
    if b"cuda" not in file.names:
        return
    for start in file.occurrences(b"cuda"):
        match = _PATH.match(file.code, start)
        if match is not None and not file.qualifier(start):
            yield Use(*match.span(), _BLANK.sub(b"", match.group(1)))


def lacking_uses(file: SourceFile) -> list[Use]:
    """Return the uses of what no support header supplies."""
    table = libcudacxx()
    is_told = _OWN.search(file.code) is None and any(
        include.path.startswith(b"cuda/") for include in file.includes
    )
    return [
        use
        for use in libcudacxx_uses(file)
        if table.lacks(use.name) or (is_told and not table.has(use.name))
    ]
