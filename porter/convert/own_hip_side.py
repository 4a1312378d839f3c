"""The HIP side that a project has of its own, which is said before anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from porter.listing import listed

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion

#: The rule that finds switches for HIP in build files.
OWN_HIP_SIDE = "BLD27"
_FOR_HIP = re.compile(r"(?i)(?<![a-z0-9])(?:hip|rocm|amd|amdgpu)(?![a-z0-9])")
_FOR_CUDA = "cuda", "nvidia", "cu", "nv"
_MOST_FOLDERS = 4


def own_hip_side(conversion: TreeConversion) -> list[str]:
    """Return what tells that the project builds for HIP by itself, a line each.

    Args:
        conversion: what became of the project.
    """
    told = [
        f"{path}: {one.finding.message}" + (f"; {one.finding.hint}" if one.finding.hint else "")
        for path, one in conversion.findings
        if one.finding.rule == OWN_HIP_SIDE
    ]
    folders = own_hip_folders(entry.path for entry in conversion.project.entries)
    if folders:
        told.insert(0, f"{listed(folders, _MOST_FOLDERS)}: beside what is for CUDA")
    return told


def own_hip_folders(paths: Iterable[str]) -> list[str]:
    """Return folders that are called for HIP and lie beside one that is called for CUDA.

    Args:
        paths: the files of a project.
    """
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return sorted(
        folder for folder in folders if any(twin in folders for twin in cudas_names(folder))
    )


def cudas_names(folder: str) -> Iterable[str]:
    """Yield what a folder would be called if it were for CUDA.

    Args:
        folder: one that is called for HIP.
    """
    parent, slash, name = folder.rpartition("/")
    for match in _FOR_HIP.finditer(name):
        for one in _FOR_CUDA:
            word = one.upper() if match.group().isupper() else one
            yield parent + slash + name[: match.start()] + word + name[match.end() :]
