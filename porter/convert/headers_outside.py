"""Headers that sources include and that lie on disk, but not among the files of a conversion."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from porter.convert.result import FileResult
from porter.listing import listed
from porter.project.discover import Project

#: How an inclusion that leads out of its folder begins, as facts are encoded.
_UPWARDS = '["../'


def inclusions_outside(project: Project, files: Iterable[FileResult]) -> dict[str, list[str]]:
    """Return header -> including files, of what is included beside the files of a conversion.

    Whether anything lies there is not looked at.

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
    found: dict[str, list[str]] = {}
    if not asked:  # as a rule; what decodes facts takes time to load
        return found
    from porter.project.facts import Facts

    there = {entry.path for entry in project.entries}
    for path, text in asked.items():
        for spelling, is_angled in Facts.decode(text).includes:
            written = spelling.decode("latin-1")
            header = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
            if not (is_angled or posixpath.isabs(written) or header in there):
                found.setdefault(header, []).append(path)
    return found


def about_headers_outside(root: Path, inclusions: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield a note for each header that the port will not find, or will find as CUDA's.

    Args:
        root: the project's folder.
        inclusions: what `inclusions_outside` found.
    """
    for header, paths in sorted(inclusions.items()):
        if os.path.isfile(root / header):
            yield (
                f"{header} is included ({listed(paths, 2)}) and not among the files to convert: "
                "convert the folder that holds it, too"
            )
