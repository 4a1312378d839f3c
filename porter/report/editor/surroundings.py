"""The projects around the texts that are open: looked at by a process of their own."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from porter.convert.among import KnownProject
from porter.convert.cache import Cache
from porter.errors import PorterError
from porter.files.home import conversion_cache
from porter.files.names import SETTINGS
from porter.files.real_path import real_path
from porter.options import Options
from porter.processes.child_python import python
from porter.project.settings.configuration import configuration_for

#: What lies in the root of a project.
_MARKS = (SETTINGS, ".git")


def root_of(path: Path, folders: list[Path]) -> Path | None:
    """Return the root of the project that a file is part of.

    It is the nearest folder with a porter.toml or a repository, else the folder that is open in the
    editor; None outside of all of these.

    Args:
        path: the file.
        folders: those that are open.
    """
    above = list(real_path(path).parents)
    for folder in above:
        if any(os.path.lexists(folder / mark) for mark in _MARKS):
            return folder
    return next((one for one in map(real_path, folders) if one in above), None)


class Surroundings:
    """What is known of the projects that texts belong to.

    Each is converted by `porter assess` in a process of its own, which leaves the results in the
    conversion cache: typing is never kept waiting, and the second look reads changed files alone.

    Args:
        options: the choices of the port.
        when_known: called with the root of a project about which more is known.
    """

    def __init__(self, options: Options, when_known: Callable[[Path], None]) -> None:
        self._options = options
        self._when_known = when_known
        self._known: dict[Path, KnownProject] = {}
        self._looks: dict[Path, asyncio.Task[None]] = {}
        self._again: set[Path] = set()

    def known(self, root: Path) -> KnownProject | None:
        """Return what is known of a project; None until it was looked at."""
        return self._known.get(root)

    def look(self, root: Path) -> None:
        """Look at a project, once more after the look that is under way."""
        if root in self._looks:
            self._again.add(root)
            return
        self._looks[root] = asyncio.get_running_loop().create_task(self._look(root))

    def has_looked_at(self, root: Path) -> bool:
        """Tell whether a project was looked at, or is now."""
        return root in self._known or root in self._looks

    def stop(self) -> None:
        """End what is under way."""
        for task in self._looks.values():
            task.cancel()

    async def _look(self, root: Path) -> None:
        try:
            await self._survey(root)
            options = with_severities(self._options, root)  # those of `porter assess`
            files = Cache.of(conversion_cache(), root, options).files
            self._known[root] = KnownProject(root, options, files)
        finally:
            del self._looks[root]
        self._when_known(root)
        if root in self._again:
            self._again.discard(root)
            self.look(root)

    async def _survey(self, root: Path) -> None:
        major, minor = self._options.rocm
        command = python("-m", "porter", "assess", os.fspath(root))
        command += ["--warp", self._options.warp, "--rocm", f"{major}.{minor}", "--json"]
        nowhere = asyncio.subprocess.DEVNULL
        child = await asyncio.create_subprocess_exec(
            *command, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd=root
        )
        try:
            await child.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                child.kill()


def with_severities(options: Options, path: Path) -> Options:
    """Return the options with the severities of the porter.toml above a file or folder."""
    try:
        return options._replace(severities=configuration_for(path).severities)
    except (PorterError, OSError):  # `porter convert` tells what is wrong with it
        return options
