"""Restores the upstream that the lock names, from the tree and git's history."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.project.settings.settings import ProjectSettings
from porter.project.work_tree import work_tree
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import EXECUTABLE, LINK, Content, State, content_of, state_of
from porter.sync.upstream.git import git
from porter.sync.upstream.revisions import fetch, materialise

#: How many commits that touch a file are looked through for its content.
_COMMITS = 100


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
            objects, commit = fetch(project.git, root, porter_home(), section.commit)
            materialise(objects, commit, project.git.path, former)
        except PorterError:  # the remote is gone: what did not change is here
            pass
    missing = set()
    with ConfinedTree(into) as tree:
        for path, wanted in section.sources.items():
            content = _content(upstream, former, path, wanted)
            if content is None:
                missing.add(path)
                if state_of(upstream / path) is not None:
                    content = content_of(upstream / path)
            if content is not None:
                _put(tree, path, content)
    shutil.rmtree(former, ignore_errors=True)
    return missing


def _content(upstream: Path, former: Path, path: str, wanted: State) -> Content | None:
    """Return a file as the lock knows it, None where nothing holds it any more."""
    for place in (upstream / path, former / path):
        if state_of(place) == wanted:
            return content_of(place)
    data = _committed(upstream, path, wanted)
    return None if data is None else Content(wanted.kind, data)


def _put(tree: ConfinedTree, path: str, content: Content) -> None:
    if content.kind == LINK:
        tree.link(path, os.fsdecode(content.data))
    else:
        tree.write(path, content.data, 0o755 if content.kind == EXECUTABLE else None)


def _committed(upstream: Path, path: str, wanted: State) -> bytes | None:
    """Return the content of a file as a commit of the repository that it lies in has it."""
    tree = work_tree(upstream)
    if tree is None:
        return None
    name = os.path.relpath(real_path(upstream) / path, tree)
    listed = git("rev-list", f"--max-count={_COMMITS}", "HEAD", "--", name, folder=tree)
    commits = listed.stdout.decode().split() if listed.returncode == 0 else []
    for commit in (":0", *commits):  # what is staged comes first
        found = git("cat-file", "blob", f"{commit}:{name}", folder=tree)
        if found.returncode == 0 and digest_of(found.stdout) == wanted.digest:
            return found.stdout
    return None
