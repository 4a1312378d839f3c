"""What a `setup.py` of a port asks for and would not find: sources and objects of its extensions.

So is a place where the script ends itself, by `raise` or `sys.exit`, for what it finds.

The script is followed as the port's units are read from it, and nothing is run; sources that it
computes in a way that cannot be followed are taken to be there. Source: setuptools' documentation,
"Building Extension Modules".
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from porter.compile.read.linked_objects import lacking_objects
from porter.compile.read.script_world import world_of_rocm
from porter.compile.read.setup_py import EXTENSIONS
from porter.listing import listed
from porter.source import Severity
from porter.source.build_files.globs import is_inside
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known
from porter.trial.absence import why_absent
from porter.trial.complaint import Complaint

#: Sources of an extension that are named; and suffixes of what a script copies to another.
_MOST = 3
_COPIED = (".cpp", ".cu", ".hip", ".cc", ".c", ".pyx")


def setup_complaints(port: Path, script: Path) -> Iterator[Complaint]:
    """Yield the extensions of a script with sources or objects that are not there, and its end.

    They are warnings: a script may make them first. Where a file is beside that has another suffix
    alone, it is taken to be copied.

    Args:
        port: the port.
        script: its `setup.py`.
    """
    lacking: dict[int, list[str]] = {}
    without: list[int] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name.rsplit(".", 1)[-1] in EXTENSIONS:
            values = dict(zip(("name", "sources"), arguments, strict=False)) | keywords
            sources = values.get("sources", ())
            if isinstance(sources, (list, tuple)) and known(*sources):
                found = [str(one) for one in sources if _is_lacking(script.parent / str(one), port)]
                lacking.setdefault(line, []).extend(found)
                if "sources" in values and not sources:
                    without.append(line)
        return UNKNOWN

    reader = StaticReader(script, world_of_rocm(), on_call)
    try:
        reader.run()
    except (OSError, SyntaxError):
        return
    name = script.relative_to(port).as_posix()
    for line, said in reader.stops[:1]:
        what = f"{script.name} ends itself here" + (f": {' '.join(said.split())}" if said else "")
        hint = "see what it asks for: a variable of the environment, a version, a GPU"
        yield Complaint(name, line, what, hint, severity=Severity.WARNING)
    for line, sources in lacking.items():
        if sources:
            what = f"{listed(sources, _MOST)}: no such source of an extension"
            hint = why_absent(script.parent / sources[0], port)
            yield Complaint(name, line, what, hint, severity=Severity.WARNING, is_upstreams=True)
    for line in without:
        hint = "see which folder its patterns name, and whether upstream has that"
        what = "an extension has no sources: the patterns for them find none here"
        yield Complaint(name, line, what, hint, severity=Severity.WARNING, is_upstreams=True)
    is_by_make = any((script.parent / one).is_file() for one in MAKEFILE_NAMES)
    for one in lacking_objects(port, script):
        what = f"{one.path} is linked, and is not there"
        hint = "run make first" if is_by_make else "build it first, as upstream's documents say"
        yield Complaint(name, one.line, what, hint, severity=Severity.WARNING)


def _is_lacking(path: Path, port: Path) -> bool:
    if not is_inside(path, port) or path.exists():
        return False
    return not any(path.with_suffix(one).exists() for one in _COPIED)
