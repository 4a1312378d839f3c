"""Where code names what libcu++ declares: `cuda::NAME`, `cuda::std::NAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.project.compiled_together import headers_of
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
    """Return the uses of what no support header supplies.

    Names that no table has are libcu++'s where all of its headers that the file includes are known,
    and neither the file nor a header of the project that it includes has a namespace of that name.
    """
    table = libcudacxx()
    uses = [use for use in libcudacxx_uses(file) if not _CAPITAL.search(use.name)]
    lacking = [use for use in uses if table.lacks(use.name)]
    unknown = [use for use in uses if not (table.lacks(use.name) or table.has(use.name))]
    headers = [include.path for include in file.includes if include.path.startswith(b"cuda/")]
    if not unknown or not headers or any(path not in table.headers for path in headers):
        return lacking
    # A project with a folder `cuda` mostly has a namespace of that name.
    if any(_OWN.search(code) for code in (file.code, *headers_of(file).values())):
        return lacking
    return sorted([*lacking, *unknown])
