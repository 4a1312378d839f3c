"""CUDA headers that sources include from folders that are copied as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from porter.convert.result import FileResult
from porter.listing import listed
from porter.project.discover import Project

if TYPE_CHECKING:
    from porter.project.includes import IncludeGraph

_CUDA = re.compile(rb"\bcuda_runtime|\b__(?:global|device|shared)__\b|\bcuda[A-Z]\w+\s*+\(")
_INCLUDE = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+([<\"])([^>\"\n]++)[>\"]")


def unconverted_headers(project: Project, files: Iterable[FileResult]) -> dict[str, list[str]]:
    """Return header -> including files, of CUDA code in folders of other people's code.

    Args:
        project: the files of the conversion.
        files: the results of its source files.
    """
    found: dict[str, list[str]] = {}
    if not project.vendored:
        return found
    from porter.project.facts import Facts
    from porter.project.includes import IncludeGraph

    graph = IncludeGraph(entry.path for entry in project.entries)
    for path, facts in ((one.path, one.inputs.facts) for one in files):
        if facts is None or project.is_vendored(path):
            continue
        for spelling, is_angled in Facts.decode(facts.text).seen_includes:
            header = graph.guess(path, spelling.decode("latin-1"), angled=is_angled)
            if header is not None and project.is_vendored(header):
                cuda = _cuda_code(project, graph, header)
                if cuda is not None:
                    found.setdefault(cuda, []).append(path)
    return found


def about_unconverted_headers(headers: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield a note for each header that hipcc is to read as CUDA wrote it.

    Args:
        headers: what `unconverted_headers` found.
    """
    for header, paths in sorted(headers.items()):
        yield (
            f"{header} is CUDA code that the project includes ({listed(paths, 2)}), and is not "
            "converted: --vendored converts it, without which the port does not compile"
        )


def _cuda_code(project: Project, graph: IncludeGraph, header: str) -> str | None:
    """Return the first file of CUDA code among a header and what it includes."""
    seen = [header]
    for path in seen:  # which grows
        try:
            data = project.read(path)
        except OSError:  # which the copying of the file tells
            continue
        if _CUDA.search(data):
            return path
        for bracket, spelling in _INCLUDE.findall(data):
            further = graph.guess(path, spelling.decode("latin-1"), angled=bracket == b"<")
            if further is not None and further not in seen and project.is_vendored(further):
                seen.append(further)
    return None
