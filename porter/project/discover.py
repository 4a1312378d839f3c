"""Walks a code base: its files, and those that are left out and why."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.atomic import is_temporary
from porter.files.names import BASE_FOLDER, JOURNAL, PORT_MARK, PORTER_FOLDER
from porter.files.paths import is_git_folder
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project import ignored, vendored
from porter.project.built_binaries import BUILT_FOR, built_for_another
from porter.project.included_makefiles import included_makefiles
from porter.project.included_vendored import taken_with
from porter.project.language_in_text import language_in
from porter.project.toolkit_headers import TOOLKIT_HEADER, is_toolkit_header
from porter.project.tracked import Tracked
from porter.source.text.languages import Language, language_of

#: Folders that hold no source of the project, never walked.
_NEVER = frozenset(
    ".git .hg .svn .porter __pycache__ .venv node_modules .tox .mypy_cache "
    ".pytest_cache .ruff_cache .eggs".split()
)
#: What CMake leaves beside a project's own files where it builds among them.
_WRITTEN_BY_CMAKE = frozenset(("CMakeFiles", "CMakeCache.txt", "cmake_install.cmake"))
#: Folders in one another that are walked; deeper ones are no work of people.
_DEEPEST = 200


def never_walked(folder: str) -> bool:
    """Tell whether a folder of this name holds no source of a project."""
    return folder in _NEVER


def is_port(folder: Path | str) -> bool:
    """Tell whether porter wrote a folder, or began to."""
    marks = (PORT_MARK, JOURNAL, BASE_FOLDER)
    return any(os.path.lexists(f"{folder}/{mark}") for mark in marks)


class Entry(NamedTuple):
    """A file of the project.

    Attributes:
        path: relative to the root, with `/`.
        language: what it is written in.
        is_link: it is a symbolic link; it is copied as one and never followed.
    """

    path: str
    language: Language
    is_link: bool = False


@dataclass(slots=True)
class Project:
    """A code base on disk.

    Attributes:
        root: its folder.
        entries: its files, sorted by path.
        empty_folders: folders without anything in them.
        excluded: paths left out altogether, with the reason.
        vendored: folders of other people's code, copied and not converted, with what tells.
        included: files of these folders that are converted all the same, since the project's own
            sources include their CUDA code.
        unreadable: paths that could not be listed or are no files, with the reason.
        leftovers: temporary files of a run of porter that was killed.
        is_part: files were named one by one, and what lies beside them was not looked at.
    """

    root: Path
    entries: list[Entry] = field(default_factory=list)
    empty_folders: list[str] = field(default_factory=list)
    excluded: dict[str, str] = field(default_factory=dict)
    vendored: dict[str, str] = field(default_factory=dict)
    included: frozenset[str] = frozenset()
    unreadable: dict[str, str] = field(default_factory=dict)
    leftovers: list[str] = field(default_factory=list)
    is_part: bool = False

    @property
    def built_for_cuda(self) -> list[str]:
        """What was left out since it had been built for CUDA, or for macOS."""
        return [path for path, why in self.excluded.items() if why in BUILT_FOR]

    def is_vendored(self, path: str) -> bool:
        """Tell whether `path` lies in a vendored folder, and is not one of `included`."""
        if not self.vendored or path in self.included:
            return False
        at = path.find("/")
        while at >= 0:
            if path[:at] in self.vendored:
                return True
            at = path.find("/", at + 1)
        return False

    def take_included(self) -> None:
        """Take vendored files for the project's own that it includes or builds as CUDA code."""
        if self.vendored:
            files = {one.path: one.language for one in self.entries}
            self.included = frozenset()
            self.included = taken_with(files, self.vendored, self.is_vendored, self.read)

    def read(self, path: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            OSError: it cannot be read.
        """
        return read_regular(self.root / path)

    def destination(self, path: str) -> str:
        """Return where a symbolic link leads.

        Raises:
            OSError: it cannot be read.
        """
        return (self.root / path).readlink().as_posix()


def discover(root: Path, exclude: Sequence[str] = (), *, include_vendored: bool = False) -> Project:
    """List the files under `root`.

    Args:
        root: a folder, or a single file.
        exclude: patterns as in .gitignore, relative to `root`.
        include_vendored: take vendored code for the project's own.

    Raises:
        PorterError: `root` does not exist, or is neither a file nor a folder.
    """
    if root.is_file():
        real = real_path(root)
        return Project(real.parent, [Entry(real.name, language_of(real.name))], is_part=True)
    if not root.exists():
        raise PorterError("no such file or folder", path=root)
    if not root.is_dir():
        raise PorterError("is neither a file nor a folder", path=root)
    project = Project(root)
    walk = _Walk(project, exclude, include_vendored)
    walk.enter(str(root), "", ignored.from_work_tree(root, project.unreadable))
    project.entries.sort(key=lambda entry: entry.path)
    made = included_makefiles(
        {one.path: one.language for one in project.entries if not one.is_link}, project.read
    )
    project.entries = [
        one._replace(language=Language.MAKE) if one.path in made else one for one in project.entries
    ]
    project.take_included()
    return project


class _Walk:
    """One walk over a tree; symbolic links are noted and never followed."""

    def __init__(self, project: Project, exclude: Sequence[str], include_vendored: bool) -> None:
        self.project = project
        self._excludes = ignored.from_options(exclude)
        self._include_vendored = include_vendored
        self._submodules = vendored.submodule_paths(project.root, project.unreadable)
        self._tracked = Tracked(project.root, project.unreadable)

    def enter(
        self, folder: str, prefix: str, ignores: list[ignored.Rules], reason: str | None = None
    ) -> None:
        """List a folder.

        Args:
            folder: the folder on disk.
            prefix: its path relative to the root, with a `/`.
            ignores: the rules that hold in it, those that decide last.
            reason: what ignores it, so that only files which git tracks belong to the project.
        """
        project = self.project
        if prefix.count("/") > _DEEPEST:
            project.unreadable[prefix.rstrip("/")] = f"lies more than {_DEEPEST} folders deep"
            return
        try:
            with os.scandir(folder) as listing:
                children = sorted(listing, key=lambda child: child.name)
        except OSError as error:
            project.unreadable[prefix.rstrip("/") or "."] = error.strerror or str(error)
            return
        names = frozenset(child.name for child in children)
        if prefix and not children:
            project.empty_folders.append(prefix.rstrip("/"))
        if prefix and (self._is_port(folder, prefix, names) or self._is_built(prefix, names)):
            return
        self._note_vendored(folder, prefix, names)
        if ".gitignore" in names:
            try:
                ignores = [*ignores, ignored.from_folder(Path(folder), prefix)]
            except OSError as error:
                project.unreadable[f"{prefix}.gitignore"] = error.strerror or str(error)
        for child in children:
            self._visit(child, prefix + child.name, ignores, reason)
        if prefix and names and all(self._is_left_out(prefix + name) for name in names):
            project.empty_folders.append(prefix.rstrip("/"))  # make writes there again
        if any(language_of(name) is Language.MAKE for name in names):
            self._keep_outputs(prefix, names)

    def _visit(
        self,
        child: os.DirEntry[str],
        path: str,
        ignores: list[ignored.Rules],
        inherited: str | None,
    ) -> None:
        project = self.project
        is_folder = child.is_dir(follow_symlinks=False)
        if (is_folder and never_walked(child.name)) or is_git_folder(child.name):
            project.excluded[path] = "no source"
            return
        if child.name in _WRITTEN_BY_CMAKE:
            project.excluded[path] = "CMake wrote it"
            return
        if is_temporary(child.name):
            project.leftovers.append(path)
            return
        given = path + "/" * is_folder
        reason = ignored.excluded(given, self._excludes)
        ignoring = None
        if reason is None and (inherited or ignores):
            ignoring = inherited or ignored.reason(given, ignores)
            is_given = not (inherited or is_folder) and self._tracked.may_be_given(path)
            if ignoring is not None and not (is_given or self._tracked.holds(path)):
                reason = ignoring
        if reason is not None:
            project.excluded[path] = reason
        elif is_folder:
            self.enter(child.path, path + "/", ignores, ignoring)
        elif child.is_symlink():
            project.entries.append(Entry(path, Language.OTHER, is_link=True))
        elif child.is_file(follow_symlinks=False):
            if another := built_for_another(child.path):
                project.excluded[path] = another
                return
            if is_toolkit_header(child.path):
                project.excluded[path] = TOOLKIT_HEADER
                return
            project.entries.append(Entry(path, language_in(child, path)))
        else:
            project.unreadable[path] = "is not a regular file"

    def _is_left_out(self, path: str) -> bool:
        return self.project.excluded.get(path) in BUILT_FOR

    def _keep_outputs(self, prefix: str, names: frozenset[str]) -> None:
        """Keep the folders beside a Makefile that git ignores, empty: make may write to them."""
        for name in sorted(names):
            path = prefix + name
            why = self.project.excluded.get(path, "")
            is_folder = (self.project.root / path).is_dir()
            if (
                why.endswith(".gitignore")
                and is_folder
                and not (self.project.root / path).is_symlink()
            ):
                self.project.empty_folders.append(path)

    def _is_port(self, folder: str, prefix: str, names: frozenset[str]) -> bool:
        """Tell, and note, whether porter wrote `folder`: a port is no part of its upstream."""
        if PORTER_FOLDER not in names or not is_port(folder):
            return False
        self.project.excluded[prefix.rstrip("/")] = "a port that porter wrote"
        return True

    def _is_built(self, prefix: str, names: frozenset[str]) -> bool:
        """Tell, and note, whether CMake builds in a folder: its files are of another machine."""
        if "CMakeCache.txt" not in names or "CMakeLists.txt" in names:
            return False
        self.project.excluded[prefix.rstrip("/")] = "CMake builds in it"
        return True

    def _note_vendored(self, folder: str, prefix: str, names: frozenset[str]) -> None:
        if self._include_vendored or not prefix or self.project.is_vendored(prefix):
            return
        path = prefix.rstrip("/")
        if reason := vendored.reason(folder, names, self._submodules, path):
            self.project.vendored[path] = reason
