"""What build files name that lies on disk, but not among the files of a conversion."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.listing import listed
from porter.project.discover import Project
from porter.source.text.languages import Language

_COMMENT = re.compile(rb"#[^\n]*+")
#: A path that leads upwards, from the folder of the build file or where it says so in words.
_UPWARDS = re.compile(
    rb"(?:(?<=-[IL])|(?<=CURRENT_SOURCE_DIR\}/)|(?<=CURRENT_LIST_DIR\}/)|(?<=CURDIR\)/)"
    rb"|(?<![\w./)}\]-]))(\.\./[\w./+-]++)"
)


def named_outside(project: Project) -> dict[str, list[str]]:
    """Return path -> build files that name it, of what lies on disk above the project's folder.

    Args:
        project: the files of the conversion.
    """
    found: dict[str, list[str]] = {}
    for entry in project.entries:
        if entry.is_link or entry.language not in (Language.MAKE, Language.CMAKE):
            continue
        try:
            data = read_regular(project.root / entry.path)
        except OSError:  # which the conversion of the file tells
            continue
        if b"../" not in data:
            continue
        folder = posixpath.dirname(entry.path)
        for written in dict.fromkeys(_UPWARDS.findall(_COMMENT.sub(b"", data))):
            path = posixpath.normpath(posixpath.join(folder, os.fsdecode(written)))
            if path.startswith("../") and os.path.exists(project.root / path):
                found.setdefault(path, []).append(entry.path)
    return found


def is_itself(project: Project, path: str) -> bool:
    """Tell whether a path leads out of the project's folder and back into it, by its name.

    Args:
        project: the files of the conversion.
        path: a path that `named_outside` found.
    """
    own = f"../{real_path(project.root).name}"
    return path == own or path.startswith(f"{own}/")


def about_named_outside(named: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield a note for each path that the port's own build will not find.

    Args:
        named: what `named_outside` found.
    """
    for path, files in sorted(named.items()):
        yield (
            f"{path} is named by the build ({listed(files, 2)}) and not among the files to "
            "convert: convert the folder that holds it, too"
        )
