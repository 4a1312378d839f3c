"""Keeps what `porter convert` said of a tree of which nothing had changed.

A run that finds all as an earlier one left it looks at little: where files are and how, the
settings that leave some out, the record of the port. It reads no source. These paths are watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from porter.files.names import BASE_FOLDER, JOURNAL, PORT_MARK, PORTER_FOLDER, SETTINGS
from porter.files.port_folder import own_folder
from porter.files.real_path import real_path
from porter.port.destination import OutputMode
from porter.port.record import recorded
from porter.project.ignored import files_of_rules
from porter.project.work_tree import git_folder, work_tree
from porter.replay.asked import Asked
from porter.replay.kept import keep
from porter.replay.tools import tools

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion
    from porter.port.tree_result import TreeResult
    from porter.project.discover import Project


def keep_conversion(asked: Asked, result: TreeResult, told: str, status: int) -> None:
    """Keep what a run of `porter convert` told, where another would tell the same.

    Args:
        asked: the command line.
        result: what the run amounts to.
        told: what it said on standard error.
        status: how it ends.
    """
    conversion, port = result.conversion, result.destination.folder
    if not _changed_nothing(result) or port is None:
        return
    cache = conversion.cache.path
    if cache is not None:
        watched = (*_looked_at(conversion, asked.folder), *_port(port), *tools())
        keep(asked, "", told, status, watched=watched, used=[str(cache)])


def _changed_nothing(result: TreeResult) -> bool:
    """Tell whether a run wrote nothing, read no source and knows all that it looked at."""
    conversion = result.conversion
    return (
        result.destination.mode is OutputMode.OUT
        and conversion.outside is not None
        and conversion.cached == len(conversion.files) > 0
        and not (result.written or result.has_failed or conversion.project.is_part)
    )


def _looked_at(conversion: TreeConversion, here: str) -> Iterator[str]:
    """Yield what tells which files a project has, and how these are."""
    project = conversion.project
    root = str(project.root)
    yield root
    yield from (f"{root}/{path}" for path in _folders(project))
    yield from (f"{root}/{entry.path}" for entry in project.entries)
    yield from (f"{root}/{path}" for path in conversion.outside or ())
    for path in project.excluded:
        yield f"{root}/{path}/{PORTER_FOLDER}"  # by which a port is told
        if path.endswith((".gitignore", ".gitmodules")):
            yield f"{root}/{path}"
    yield f"{here}/{SETTINGS}"
    real = real_path(project.root)
    for folder in (real, *real.parents):
        yield from (str(folder / name) for name in (SETTINGS, ".gitignore"))
    yield from _of_git(real)
    if any(one.inputs.headers for one in conversion.files.values()):
        from porter.clang.flags import header_files

        yield from header_files()


def _folders(project: Project) -> set[str]:
    """Return the folders of a project that were listed, relative to its root."""
    inside = [entry.path for entry in project.entries]
    inside += [*project.excluded, *project.unreadable, *project.leftovers]
    found = set(project.empty_folders)
    for path in inside:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def _of_git(root: Path) -> Iterator[str]:
    """Yield what tells where the work tree of a folder is, and what git leaves out in it."""
    for folder in (root, *root.parents):
        head = folder / ".git" / "HEAD"  # the folder changes with every command of git
        yield str(head if head.exists() else head.parent)
    tree = work_tree(root)
    if tree is None:
        return
    with suppress(OSError):
        yield from (str(git_folder(tree) / name) for name in ("index", "commondir"))
    yield from map(str, files_of_rules(tree, root))
    from porter.project.git_settings import settings_files

    yield from map(str, settings_files())


def _port(port: Path) -> Iterator[str]:
    """Yield what tells whether a port is as porter left it."""
    yield str(port)
    written = recorded(port)
    folders = {path.rpartition("/")[0] for path in written}
    yield from (f"{port}/{path}" for path in (*folders, *written))
    yield from (f"{port}/{name}" for name in (PORT_MARK, JOURNAL, BASE_FOLDER))
    yield str(own_folder(port) / "conversion.json")
