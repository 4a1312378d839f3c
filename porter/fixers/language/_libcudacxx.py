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
#: No name of libcu++'s has one: what has is a project's own.
_CAPITAL = re.compile(rb"[A-Z]")


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
    headers = [include.path for include in file.includes if include.path.startswith(b"cuda/")]
    # A project with a folder `cuda` mostly has a namespace of that name.
    is_told = (
        bool(headers)
        and all(path in table.headers for path in headers)
        and _OWN.search(file.code) is None
    )
    return [
        use
        for use in libcudacxx_uses(file)
        if not _CAPITAL.search(use.name)
        and (table.lacks(use.name) or (is_told and not table.has(use.name)))
    ]
