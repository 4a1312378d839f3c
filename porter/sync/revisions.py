"""Upstream as it was at a revision, out of git's history."""

from __future__ import annotations

import hashlib
from pathlib import Path

from porter.errors import PorterError
from porter.project.choices import GitSource
from porter.sync.git import checked, git, paths_of, told, work_tree

#: Nobody's settings but these decide what bytes a checked out file has.
_PLAIN = ("-c", "core.autocrlf=false", "-c", "core.eol=lf", "-c", "core.attributesFile=/dev/null")


def commit_of(repository: Path, revision: str) -> str:
    """Return the commit that a revision names.

    Raises:
        PorterError: it names none, or there is no git.
    """
    result = git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", folder=repository)
    if result.returncode != 0:
        raise PorterError(f"git knows no revision {revision!r}", path=repository)
    return result.stdout.decode().strip()


def fetch(source: GitSource, root: Path, home: Path, revision: str) -> tuple[Path, str]:
    """Bring a revision of a remote here.

    Args:
        source: the remote.
        root: folder that a relative remote counts from.
        home: folder of porter's clones.
        revision: branch, tag or commit.

    Returns:
        The bare clone that holds it, and its commit.

    Raises:
        PorterError: there is no git, no such remote or no such revision.
    """
    remote = str(root / source.remote) if (root / source.remote).exists() else source.remote
    clone = home / "git" / hashlib.sha256(remote.encode()).hexdigest()[:24]
    if not (clone / "HEAD").exists():
        clone.mkdir(parents=True, exist_ok=True)
        checked("init", "--quiet", "--bare", ".", folder=clone)
    if len(revision) == 40 and git("cat-file", "-e", revision, folder=clone).returncode == 0:
        return clone, revision
    result = git("fetch", "--quiet", "--depth=1", "--no-tags", remote, revision, folder=clone)
    if result.returncode != 0:
        # A server need not hand out a commit by its name alone.
        refs = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        everything = git("fetch", "--quiet", remote, *refs, folder=clone)
        if everything.returncode != 0:
            raise PorterError(f"cannot fetch from {remote}", hint=told(everything))
        return clone, commit_of(clone, revision)
    return clone, commit_of(clone, "FETCH_HEAD")


def materialise(repository: Path, commit: str, path: str, into: Path) -> list[str]:
    """Write the files of a folder of a commit to `into`.

    Args:
        repository: a repository.
        commit: the commit.
        path: folder in it; empty for all.
        into: an empty folder.

    Returns:
        Paths of submodules, which are left out.

    Raises:
        PorterError: the commit has no such folder.
    """
    tree = f"{commit}:{path}"
    result = git("cat-file", "-t", tree, folder=repository)
    if result.stdout.strip() != b"tree":
        raise PorterError(f"has no folder {path!r} at {commit[:12]}", path=repository)
    bare = {"GIT_INDEX_FILE": str(into.resolve()) + ".index"}
    bare["GIT_DIR"] = checked("rev-parse", "--absolute-git-dir", folder=repository).decode().strip()
    bare["GIT_WORK_TREE"] = str(into.resolve())
    checked("read-tree", tree, folder=into, environment=bare)
    checked(*_PLAIN, "checkout-index", "--all", "--force", "--quiet", folder=into, environment=bare)
    listed = checked("ls-files", "--stage", "-z", folder=into, environment=bare)
    Path(bare["GIT_INDEX_FILE"]).unlink()
    return [line.partition("\t")[2] for line in paths_of(listed) if line.startswith("160000 ")]


def own_history(upstream: Path, revision: str, into: Path) -> None:
    """Write `upstream` as it was at a revision of the repository that it lies in to `into`.

    Raises:
        PorterError: it lies in none, or there is no such revision.
    """
    tree = work_tree(upstream)
    if tree is None:
        raise PorterError(
            "lies in no git repository: nothing knows its earlier revisions", path=upstream
        )
    prefix = upstream.resolve().relative_to(tree).as_posix()
    commit = commit_of(tree, revision)
    materialise(tree, commit, "" if prefix == "." else prefix, into)


def undecided(folder: Path, paths: list[str]) -> list[str]:
    """Return those of `paths` whose content git does not know: neither committed nor staged.

    Args:
        folder: that the paths are relative to.
        paths: files with changes by hand.

    Raises:
        PorterError: there is no git.
    """
    if not paths or work_tree(folder) is None:
        return []
    listed = checked("diff", "--name-only", "--relative", "-z", "--", ".", folder=folder)
    return sorted(set(paths_of(listed)) & set(paths))
