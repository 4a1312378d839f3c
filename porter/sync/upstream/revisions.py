"""Upstream at an earlier revision, from git's history."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.project.settings.choices import GitSource
from porter.project.settings.remotes import TRANSPORTS, is_commit, is_revision
from porter.project.work_tree import work_tree
from porter.sync.upstream.blobs import staged
from porter.sync.upstream.git import ALONE, checked, git, output_of, paths_of

#: How objects are fetched; what comes with them is looked at by nobody.
_FETCH = ("fetch", "--quiet", "--no-recurse-submodules")
#: Nobody's settings but these decide what bytes a checked out file has.
_PLAIN = ("-c", "core.autocrlf=false", "-c", "core.eol=lf")


def commit_of(repository: Path, revision: str, environment: Mapping[str, str] | None = None) -> str:
    """Return the commit that a revision names.

    Raises:
        PorterError: it names none, or there is no git.
    """
    name = f"{revision}^{{commit}}"
    result = git(
        "rev-parse", "--verify", "--quiet", "--end-of-options", name,
        folder=repository, environment=environment,
    )  # fmt: skip
    commit = result.stdout.decode("utf-8", "replace").strip()
    if result.returncode != 0 or not is_commit(commit):
        raise PorterError(f"git knows no revision {revision!r}", path=repository)
    return commit


class CheckedOut(NamedTuple):
    """A revision of a remote whose files were written.

    Attributes:
        commit: its commit.
        modules: paths of submodules, which are left out.
    """

    commit: str
    modules: list[str]


def check_out(source: GitSource, root: Path, revision: str, into: Path) -> CheckedOut:
    """Write the files of a revision of a remote to `into`.

    Args:
        source: the remote, and which folder of it is taken.
        root: folder that a relative remote counts from.
        revision: branch, tag or commit.
        into: an empty folder.

    Raises:
        PorterError: there is no git, no such remote, no such revision or no such folder in it.
    """
    objects, commit = _fetch(source, root, porter_home(), revision)
    return CheckedOut(commit, materialise(objects, commit, source.path, into))


def _fetch(source: GitSource, root: Path, home: Path, revision: str) -> tuple[Path, str]:
    """Bring a revision of a remote here.

    Args:
        source: the remote.
        root: folder that a relative remote counts from.
        home: porter's own folder, which holds its clones.
        revision: branch, tag or commit.

    Returns:
        The folder of objects that holds it, and its commit.

    Raises:
        PorterError: there is no git, no such remote or no such revision.
    """
    remote = str(root / source.remote) if (root / source.remote).exists() else source.remote
    clone = home / "git" / hashlib.sha256(remote.encode()).hexdigest()[:24]
    here = {"GIT_DIR": str(clone)}
    if not (clone / "HEAD").exists():
        clone.mkdir(parents=True, exist_ok=True)
        checked("init", "--quiet", "--bare", "--template=", folder=clone, environment=here)
    if is_commit(revision):
        known = git("cat-file", "-e", f"{revision}^{{commit}}", folder=clone, environment=here)
        if known.returncode == 0:
            return clone / "objects", revision
    online = {**here, "GIT_ALLOW_PROTOCOL": ":".join(TRANSPORTS)}
    if is_revision(revision):
        given = git(
            *_FETCH, "--depth=1", "--no-tags", "--end-of-options", remote, revision,
            folder=clone, environment=online,
        )  # fmt: skip
        if given.returncode == 0:
            return clone / "objects", commit_of(clone, "FETCH_HEAD", here)
    # A server need not hand out a commit by its name alone.
    refs = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
    everything = git(*_FETCH, "--end-of-options", remote, *refs, folder=clone, environment=online)
    if everything.returncode != 0:
        raise PorterError(f"cannot fetch from {remote}", hint=output_of(everything))
    return clone / "objects", commit_of(clone, revision, here)


def materialise(objects: Path, commit: str, path: str, into: Path) -> list[str]:
    """Write the files of a folder of a commit to `into`.

    They are checked out by a repository of porter's own, which names no filters; `.gitattributes`
    of theirs say which line ends they have.

    Args:
        objects: the folder of objects of a repository.
        commit: the commit's own name.
        path: folder in it; empty for all.
        into: an empty folder.

    Returns:
        Paths of submodules, which are left out.

    Raises:
        PorterError: the commit has no such folder, or files that cannot be written.
    """
    own = real_path(into).with_name(f"{into.name}.git")
    own.mkdir()
    here = {**ALONE, "GIT_DIR": str(own)}
    length = "sha256" if len(commit) == 64 else "sha1"
    checked(
        "init", "--quiet", "--bare", "--template=", f"--object-format={length}",
        folder=own, environment=here,
    )  # fmt: skip
    here |= {"GIT_OBJECT_DIRECTORY": str(real_path(objects)), "GIT_WORK_TREE": str(real_path(into))}
    tree = f"{commit}:{path}"
    result = git("cat-file", "-t", tree, folder=own, environment=here)
    if result.stdout.strip() != b"tree":
        raise PorterError(f"has no folder {path!r} at {commit[:12]}", path=objects)
    checked("read-tree", tree, folder=into, environment=here)
    checked(*_PLAIN, "checkout-index", "--all", "--force", "--quiet", folder=into, environment=here)
    listed = checked("ls-files", "--stage", "-z", folder=into, environment=here)
    shutil.rmtree(own)
    return [line.partition("\t")[2] for line in paths_of(listed) if line.startswith("160000 ")]


def own_history(upstream: Path, revision: str, into: Path) -> None:
    """Write `upstream` as it was at a revision of the repository that it lies in to `into`.

    Raises:
        PorterError: it lies in none, or there is no such revision.
    """
    tree = work_tree(upstream)
    if tree is None:
        raise PorterError(
            "lies in no git repository: its earlier revisions are unknown", path=upstream
        )
    prefix = real_path(upstream).relative_to(tree).as_posix()
    commit = commit_of(tree, revision)
    objects = checked("rev-parse", "--git-path", "objects", folder=tree).decode().rstrip("\n")
    materialise(tree / objects, commit, "" if prefix == "." else prefix, into)


def uncommitted(folder: Path, paths: list[str]) -> list[str]:
    """Return those of `paths` whose content git does not know: neither committed nor staged.

    Files that git does not track are not among them.

    Args:
        folder: that the paths are relative to.
        paths: files with changes by hand.

    Raises:
        PorterError: there is no git.
    """
    tree = work_tree(folder)
    if not paths or tree is None:
        return []
    prefix = real_path(folder).relative_to(tree)
    known = staged(tree, prefix.as_posix())
    found = []
    for path in sorted(paths):
        name = (prefix / path).as_posix()
        blob = known.get(name)
        if name in known and (blob is None or not blob.is_at(folder / path)):
            found.append(path)
    return found
