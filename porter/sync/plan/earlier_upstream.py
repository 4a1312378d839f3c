"""Restores the upstream that the lock names, from the tree and git's history."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.digests import digest_of
from porter.files.real_path import real_path
from porter.project.settings.settings import ProjectSettings
from porter.project.work_tree import work_tree
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import EXECUTABLE, LINK, Content, State, content_if_any
from porter.sync.upstream.blobs import versions
from porter.sync.upstream.revisions import check_out


def restore(
    project: ProjectSettings, root: Path, section: PortLock, upstream: Path, into: Path
) -> set[str]:
    """Write upstream to `into` as it was when the lock was written.

    Args:
        project: what porter.toml says.
        root: folder of porter.toml.
        section: the port's section of the lock.
        upstream: upstream as it is now.
        into: an empty folder.

    Returns:
        Paths of files that nothing holds any more. Where upstream has another file there now, that
        one stands in.

    Raises:
        PorterError: there is no git.
    """
    former = into.parent / f"{into.name}.former"
    if project.git is not None and section.commit is not None:
        former.mkdir()
        try:
            check_out(project.git, root, section.commit, former)
        except PorterError:  # the remote is gone: what did not change is here
            pass
    left: dict[str, State] = {}
    with ConfinedTree(into) as tree:
        for path, wanted in section.sources.items():
            content = _content(upstream, former, path, wanted)
            if content is None:
                left[path] = wanted
            else:
                _put(tree, path, content)
        found = _committed(upstream, left)
        for path in left:
            content = found.get(path) or content_if_any(upstream / path)
            if content is not None:
                _put(tree, path, content)
    shutil.rmtree(former, ignore_errors=True)
    return left.keys() - found.keys()


def _content(upstream: Path, former: Path, path: str, wanted: State) -> Content | None:
    """Return a file as the lock knows it, None where neither tree has it so."""
    found = (content_if_any(place) for place in (upstream / path, former / path))
    return next((one for one in found if one is not None and one.state == wanted), None)


def _put(tree: ConfinedTree, path: str, content: Content) -> None:
    if content.kind == LINK:
        tree.link(path, os.fsdecode(content.data))
    else:
        tree.write(path, content.data, 0o755 if content.kind == EXECUTABLE else None)


def _committed(upstream: Path, wanted: Mapping[str, State]) -> dict[str, Content]:
    """Return the files that the index or a commit of upstream's repository has as they are wanted.

    Raises:
        PorterError: there is no git.
    """
    tree = work_tree(upstream)
    if tree is None or not wanted:
        return {}
    prefix = real_path(upstream).relative_to(tree)
    sought: dict[str, list[str]] = {}
    for path, state in wanted.items():
        sought.setdefault(state.digest, []).append(path)
    found: dict[str, Content] = {}
    for data in versions(tree, [(prefix / path).as_posix() for path in wanted]):
        for path in sought.pop(digest_of(data), ()):
            found[path] = Content(wanted[path].kind, data)
        if not sought:
            break
    return found
