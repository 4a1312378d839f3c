"""What a run reads of CUDA's tree, each once: nothing writes to it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from porter.project.discover import Project, discover
from porter.project.settings.settings import ProjectSettings

Given = ParamSpec("Given")
Read = TypeVar("Read")

#: What was read so far, by what read it; None outside of `reading_once`.
_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("_read", default=None)


@contextmanager
def reading_once() -> Iterator[None]:
    """Remember what `once` marks as long as this lasts; inside of another it changes nothing."""
    known = _read.get()
    token = _read.set({} if known is None else known)
    try:
        yield
    finally:
        _read.reset(token)


def once(read: Callable[Given, Read]) -> Callable[Given, Read]:
    """Return a function that within `reading_once` reads the same once.

    Args:
        read: takes what can be a key.
    """

    def known(*args: Given.args, **keywords: Given.kwargs) -> Read:
        before = _read.get()
        if before is None:
            return read(*args, **keywords)
        key = (read, args, *keywords.items())
        if key not in before:
            before[key] = read(*args, **keywords)
        found: Read = before[key]
        return found

    return known


def tree_of(project: ProjectSettings) -> Project:
    """Return CUDA's tree of a project.

    Raises:
        PorterError: there is no such folder.
    """
    return _walked(project.upstream, project.excluded_from(project.upstream))


@once
def _walked(root: Path, exclude: tuple[str, ...]) -> Project:
    return discover(root, exclude=exclude)
