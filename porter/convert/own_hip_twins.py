"""A CUDA side beside which the project has the same for HIP: it is left as it is.

`src/cuda/{solve,sort}.cu` beside `src/hip/{solve,sort}.hip.cpp` needs no port: the authors keep
one. Names alone do not tell: every unit has to have its twin, in HIP, and the project's own build
has to make it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from porter.convert.own_hip_side import cudas_names, own_hip_folders
from porter.fixers.build_files.own_hip_side import own_settings
from porter.project.discover import Project
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.file import SourceFile
from porter.source.text.languages import UNIT_SUFFIXES, Language

_UNIT = ".cu"
_BUILD_FILES = {**dict.fromkeys(MAKEFILE_NAMES, Language.MAKE), "CMakeLists.txt": Language.CMAKE}
_HIP = re.compile(rb"#\s*include\s*[<\"]hip/|\bhip(?:Malloc|Memcpy|Launch|GetLastError)\w*+\s*+\(")
_LEFT = "the project has the same for HIP in"
#: Words of a file's name that tell the sides apart.
_SIDE = re.compile(r"(?i)cuda|hip|nvidia|rocm|amd")


def leave_own_twins(project: Project) -> None:
    """Take the CUDA sides that have a twin for code that is copied, and not converted.

    Args:
        project: what is going to be converted, all of it.
    """
    if project.is_part:
        return
    twins = own_hip_twins(project)
    if twins:
        for folder, hip in twins.items():
            project.vendored[folder] = f"{_LEFT} {hip}/"
        project.take_included()


def own_hip_twins(project: Project) -> dict[str, str]:
    """Return the folders of CUDA code that have a twin for HIP -> the twin.

    Args:
        project: a whole project, as it is upstream or in a port.
    """
    paths = [entry.path for entry in project.entries if not entry.is_link]
    found: dict[str, str] = {}
    for hip in own_hip_folders(paths):
        for cuda in cudas_names(hip):
            if _is_twin(project, paths, cuda, hip) and _is_built(project, paths, cuda, hip):
                found.setdefault(cuda, hip)
    return found


def left_twins(project: Project) -> list[str]:
    """Return the folders of CUDA code that were left as they are beside their twin.

    Args:
        project: what was converted.
    """
    return sorted(one for one, reason in project.vendored.items() if reason.startswith(_LEFT))


def _is_twin(project: Project, paths: Iterable[str], cuda: str, hip: str) -> bool:
    """Tell whether each unit of a folder has one of its name in the other, which is HIP's."""
    units = [path for path in _below(paths, cuda) if path.endswith(_UNIT)]
    others: dict[str, list[str]] = {}
    for path in _below(paths, hip):
        if path.endswith(UNIT_SUFFIXES):
            others.setdefault(_stem(path, hip), []).append(path)
    twins = [others.get(_stem(path, cuda)) for path in units]
    if not units or not all(twins):
        return False
    is_hip = any(_HIP.search(_read(project, path)) for every in others.values() for path in every)
    return is_hip and not any(_HIP.search(_read(project, path)) for path in units)


def _is_built(project: Project, paths: list[str], cuda: str, hip: str) -> bool:
    """Tell whether the twin is what the project's own build makes where it is built for HIP.

    Each folder has a build file of its own, and none lies around them; or that which lies around
    them has a setting for HIP.
    """
    around = [_build_files(paths, folder) for folder in _parents(hip)]
    if not any(around):
        return all(_build_files(paths, folder) for folder in (cuda, hip))
    top = next(files for files in reversed(around) if files)
    return any(
        own_settings(SourceFile(path, _read(project, path), _BUILD_FILES[posixpath.basename(path)]))
        for path in top
    )


def _build_files(paths: Iterable[str], folder: str) -> list[str]:
    """Return the build files in a folder itself."""
    names = {posixpath.join(folder, name) for name in _BUILD_FILES}
    return [path for path in paths if path in names]


def _parents(folder: str) -> Iterator[str]:
    """Yield the folders around a folder, the nearest first."""
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _below(paths: Iterable[str], folder: str) -> list[str]:
    return [path for path in paths if path.startswith(folder + "/")]


def _stem(path: str, folder: str) -> str:
    """Return a file's path in its folder, without suffixes and words for a side."""
    inside, name = posixpath.split(path[len(folder) + 1 :])
    return posixpath.join(_SIDE.sub("", inside), _SIDE.sub("", name.partition(".")[0]).strip("_-"))


def _read(project: Project, path: str) -> bytes:
    try:
        return project.read(path)
    except OSError:
        return b""
