"""Why nothing of a project is compared: what is there, and what of it porter does not run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from porter.listing import number_of
from porter.port.scaffold.sources import has_main
from porter.project.discover import Project
from porter.project.settings.settings import ProjectSettings
from porter.source.build_files.foreign_systems import FOREIGN
from porter.source.file import SourceFile
from porter.verify.upstream import tree_of

_MODULE = re.compile(rb"\b(?:PYBIND11_MODULE|NB_MODULE|PyInit_\w|BOOST_PYTHON_MODULE)")
_OF_PYTORCH = re.compile(rb"#[ \t]*+include[ \t]*+[<\"](?:torch|ATen|c10)/")
_KERNEL = b"__global__"
_CUDA = (".cu", ".cuh")
_SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c")


def why_none(projects: Iterable[ProjectSettings], keyword: str, *, has_any: bool) -> str:
    """Return why no case was run, for a person who expected some.

    Args:
        projects: the projects; nothing of them is run.
        keyword: what the names of cases were to contain.
        has_any: whether there are cases at all.
    """
    if has_any:
        return f"no case is called {keyword!r}"
    reasons = "; ".join(reason for one in projects for reason in _reasons(tree_of(one)))
    return f"no cases, and no programs found{': ' if reasons else ''}{reasons}"


def _reasons(tree: Project) -> Iterator[str]:
    paths = [one.path for one in tree.entries if not one.is_link and not tree.is_vendored(one.path)]
    cuda = [path for path in paths if path.endswith(_CUDA)]
    for system in sorted(
        {FOREIGN[name] for name in map(posixpath.basename, paths) if name in FOREIGN}
    ):
        first = min(path for path in paths if FOREIGN.get(posixpath.basename(path)) == system)
        yield f"{first} is {system}'s, which porter does not run"
    sources = {path: tree.read(path) for path in paths if path.endswith(_SOURCES)}
    for path, data in sources.items():
        if _MODULE.search(data) and not _OF_PYTORCH.search(data):
            yield f"{path} is a module for Python without PyTorch, for which no cases are drafted"
            break
    strings = [path for path in paths if path.endswith(".py") and _KERNEL in tree.read(path)]
    if strings:
        more = f" and {number_of(len(strings) - 1, 'other file')}" if len(strings) > 1 else ""
        yield f"kernels that Python compiles at first use, in {strings[0]}{more}, are not run"
    if strings and not cuda:
        return
    if not any(has_main(SourceFile(path, data)) for path, data in sources.items()):
        yield f"of {number_of(len(cuda), 'CUDA source')} and what is beside them none has a `main`"
