"""Says why a file that a build names may not be there, as far as the port can tell."""

from __future__ import annotations

from pathlib import Path

from porter.project.vendored import submodule_paths
from porter.source.build_files.globs import is_inside


def why_absent(path: Path, port: Path) -> str:
    """Return what to do about a file or folder that is not there.

    Args:
        path: its place.
        port: the port, with upstream's `.gitmodules` where it has one.
    """
    for folder in sorted(submodule_paths(port, {})):
        if is_inside(path, port / folder):
            return (
                f"upstream's submodule {folder} was not fetched: "
                "git submodule update --init, and convert once more"
            )
    return "upstream lacks it, too, or the conversion left it out"
