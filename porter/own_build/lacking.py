"""What a build lacks that is ROCm's own: the port's fault, or that of what it is built against.

A header or a library that lies there was not looked for in its folder; one that does not is a part
of ROCm that is not installed, or that the executor does not offer.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.compile.feedback.causes import Cause, Kind
from porter.tables.libraries import libraries
from porter.tables.names import load

_HEADER = re.compile(
    r"error: (?:'(?P<clangs>[^'\n]++)' file not found|(?P<gccs>[^\s:]++): No such file)"
)
_LIBRARY = re.compile(r"(?:cannot find|unable to find library) -l(?P<name>\w++)")


def with_rocms_parts(cause: Cause, failure: str, rocm: Path) -> Cause:
    """Return the cause of a failure; of one that lacks a part of ROCm, by whether that is there.

    Args:
        cause: what is known of it.
        failure: the first line of the output that names it.
        rocm: the installation that the port was built against.
    """
    if cause.kind not in (Kind.ABSENT, Kind.UNREPORTED):
        return cause
    header, library = _HEADER.search(failure), _LIBRARY.search(failure)
    if header is not None and _is_rocms_header(name := header["clangs"] or header["gccs"]):
        is_there = (rocm / "include" / name).exists()
    elif library is not None and library["name"] in {one.name for one in libraries()}:
        is_there = any((rocm / "lib").glob(f"lib{library['name']}.*"))
    else:
        return cause
    return cause._replace(kind=Kind.UNREPORTED if is_there else Kind.NOT_OFFERED)


def _is_rocms_header(name: str) -> bool:
    if any(name.startswith(one.headers) for one in libraries() if one.headers):
        return True
    return name.encode() in {row.hip for row in load().headers.values()}
