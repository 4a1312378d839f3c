"""Headers that sources include and that lie on disk, but not among the files of a conversion."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator

from porter.convert.result import FileResult
from porter.listing import listed
from porter.project.discover import Project

#: How an inclusion that leads out of its folder begins, as facts are encoded.
_UPWARDS = '["../'


def headers_outside(project: Project, files: Iterable[FileResult]) -> Iterator[str]:
    """Yield a note for each header that the port will not find, or will find as CUDA's.

    Args:
        project: the files of the conversion.
        files: the results of its source files.
    """
    encoded = ((one.path, one.inputs.facts) for one in files)
    asked = {
        path: facts.text
        for path, facts in encoded
        if facts is not None and (project.is_part or _UPWARDS in facts.text)
    }
    if not asked:  # as a rule; what decodes facts takes time to load
        return
    from porter.project.facts import Facts

    there = {entry.path for entry in project.entries}
    found: dict[str, list[str]] = {}
    for path, text in asked.items():
        for spelling, is_angled in Facts.decode(text).includes:
            written = spelling.decode("latin-1")
            header = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
            if is_angled or posixpath.isabs(written) or header in there:
                continue
            if os.path.isfile(project.root / header):
                found.setdefault(header, []).append(path)
    for header, paths in sorted(found.items()):
        yield (
            f"{header} is included ({listed(paths, 2)}) and not among the files to convert: "
            "convert the folder that holds it, too"
        )
