"""Plans the paths of the files and folders of a renamed tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from porter.errors import PorterError
from porter.packs.exclusions import Exclusions
from porter.packs.renamer import Renamer, identifier_at
from porter.project.discover import Project


@dataclass(slots=True)
class PathPlan:
    """The new names of files and folders.

    Attributes:
        renamed: old path -> new path of each file, link and empty folder whose path changes.
        merged: new path of a folder -> the old folders that come together in it.
    """

    renamed: dict[str, str] = field(default_factory=dict)
    merged: dict[str, list[str]] = field(default_factory=dict)


def plan_paths(
    project: Project, renamer: Renamer, exclusions: Exclusions, noted: Mapping[str, str]
) -> PathPlan:
    """Return the new paths of everything in `project`.

    Args:
        project: the tree.
        renamer: the names.
        exclusions: what stays.
        noted: path -> new path that the record of a rename taken back names.

    Raises:
        PorterError: two files would be called the same, or a file and a folder.
    """
    plan = PathPlan()
    empty = frozenset(project.empty_folders)
    folders: dict[str, set[str]] = {}
    taken: dict[str, str] = {}
    for path in [*(entry.path for entry in project.entries), *project.empty_folders]:
        new = noted.get(path) or new_path(path, renamer, exclusions, vendored_depth(project, path))
        if new != path:
            plan.renamed[path] = new
        if path in empty:
            folders.setdefault(new, set()).add(path)
        elif new in taken:
            raise _clash(path, new, taken[new])
        else:
            taken[new] = path
        for old_parent, new_parent in _parents(path, new):
            folders.setdefault(new_parent, set()).add(old_parent)
    for folder, olds in folders.items():
        if folder in taken:
            raise _clash(min(olds), folder + "/", taken[folder])
        if len(olds) > 1:
            plan.merged[folder] = sorted(olds)
    return plan


def new_path(path: str, renamer: Renamer, exclusions: Exclusions, depth: int | None = None) -> str:
    """Return what the file at `path` is called.

    Args:
        path: relative to the project's root.
        renamer: the names.
        exclusions: what stays.
        depth: number of folders from which on the path is other people's; None for nowhere.
    """
    parts = path.split("/")
    own = len(parts) if depth is None else depth
    return "/".join([*(_part(part, renamer, exclusions) for part in parts[:own]), *parts[own:]])


def vendored_paths(project: Project, renamer: Renamer) -> Iterable[bytes]:
    """Yield the paths of files and folders that keep an old name since they are vendored.

    Each is given from each vendored folder on, as texts spell it; a bare name is no path.
    """
    found: set[str] = set()
    for entry in project.entries:
        depth = vendored_depth(project, entry.path)
        if depth is None:
            continue
        parts = entry.path.split("/")
        for end in range(depth + 1, len(parts) + 1):
            if any(True for part in parts[depth:end] for _ in renamer.matches(part.encode())):
                found.update("/".join(parts[at:end]) for at in range(depth, end - 1))
    return (path.encode("utf-8", "surrogateescape") for path in sorted(found))


def _part(part: str, renamer: Renamer, exclusions: Exclusions) -> str:
    data = part.encode("utf-8", "surrogateescape")
    for match in renamer.matches(data):
        start, end = identifier_at(data, match.start, match.end)
        if data[start:end] in exclusions.symbols:
            return part
    return renamer.renamed(data).decode("utf-8", "surrogateescape")


def vendored_depth(project: Project, path: str) -> int | None:
    """Return how many folders lie above the vendored folder that `path` lies in."""
    parts = path.split("/")
    for end in range(1, len(parts)):
        if "/".join(parts[:end]) in project.vendored:
            return end - 1
    return None


def _parents(path: str, new: str) -> Iterable[tuple[str, str]]:
    olds = [str(parent) for parent in PurePosixPath(path).parents][:-1]
    news = [str(parent) for parent in PurePosixPath(new).parents][:-1]
    return zip(olds, news, strict=False)


def _clash(path: str, new: str, other: str) -> PorterError:
    return PorterError(
        f"would be called {new}, and so is {other}",
        path=path,
        hint="rename one of the two first, or leave one out with --exclude; nothing was written",
    )
