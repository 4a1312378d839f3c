"""Two branches that both synced, merged by git: the lock is made one, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.hooks import git
from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.lock import lockfile
from porter.sync.plan.branches import reconcile
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, no_steps

FILES = {f"{name}_cu": CUDA + b"// %s\n" % name.encode() for name in "abcdef"}


def commit(repository: Repository, message: str) -> None:
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "--quiet", "-m", message)


@pytest.fixture(params=["markers", "diff3", "union"])
def forked(repository: Repository, request: pytest.FixtureRequest) -> Repository:
    """A repository on the branch `ours`; the branch `theirs` starts at the same commit."""
    git(repository.root, "init", "--quiet", "-b", "ours")
    style = "diff3" if request.param == "diff3" else "merge"
    git(repository.root, "config", "merge.conflictStyle", style)
    if request.param == "union":
        (repository.root / ".gitattributes").write_text("porter.lock merge=union\n")
    repository.upstream(**FILES)
    repository.sync()
    commit(repository, "both")
    git(repository.root, "branch", "theirs")
    return repository


def merged(repository: Repository) -> list[str]:
    """Merge `theirs` into `ours`; return the files in which git left a conflict."""
    git(repository.root, "checkout", "--quiet", "ours")
    try:
        git(repository.root, "merge", "--quiet", "theirs")
    except Exception:  # git exits with 1 where there are conflicts
        listed = git(repository.root, "diff", "--name-only", "--diff-filter=U")
        return listed.split()
    return []


def on(repository: Repository, branch: str, **files: bytes | None) -> None:
    git(repository.root, "checkout", "--quiet", branch)
    repository.upstream(**files)
    repository.sync(allow_dirty=True)
    commit(repository, branch)


def settled(repository: Repository) -> None:
    assert reconcile(repository.settings)
    assert not reconcile(repository.settings)
    assert repository.sync(allow_dirty=True).conflicts == []
    assert check(repository.settings, repository.project, no_steps) == []
    assert repository.sync().is_current


@pytest.mark.parametrize("names", ["af", "ab"], ids=["far apart", "side by side"])
def test_two_branches_changed_two_files(forked: Repository, names: str) -> None:
    for branch, name in zip(("ours", "theirs"), names, strict=True):
        on(forked, branch, **{f"{name}_cu": FILES[f"{name}_cu"] + branch.encode()})
    is_union = (forked.root / ".gitattributes").exists()
    assert merged(forked) == ([] if is_union else ["porter.lock"])
    with pytest.raises(
        PorterError, match=r"(holds the conflict of a merge|has two lines)(.|\n)*run `porter sync`"
    ):
        lockfile.read(forked.root)
    settled(forked)
    ported = forked.ported()
    for branch, name in zip(("ours", "theirs"), names, strict=True):
        assert ported[f"{name}.cu"].endswith(branch.encode())


def test_both_changed_one_file_added_files_and_edited_by_hand(forked: Repository) -> None:
    git(forked.root, "checkout", "--quiet", "ours")
    forked.by_hand(c_cu=HIP.replace(b"2.f", b"4.f") + b"// c\n")
    on(forked, "ours", a_cu=b"// ours\n" + FILES["a_cu"], ours_cu=CUDA)
    on(forked, "theirs", a_cu=FILES["a_cu"] + b"// theirs\n", theirs_cu=CUDA)
    assert set(merged(forked)) <= {"porter.lock"}
    settled(forked)
    assert forked.ported()["a.cu"] == b"// ours\n" + HIP + b"// a\n// theirs\n"
    assert {"ours.cu", "theirs.cu"} <= forked.ported().keys()
    assert b"4.f" in forked.ported()["c.cu"]


def test_one_removed_what_lies_beside_what_the_other_changed(forked: Repository) -> None:
    on(forked, "ours", b_cu=None)
    on(forked, "theirs", a_cu=FILES["a_cu"] + b"// theirs\n", c_cu=FILES["c_cu"] + b"// theirs\n")
    assert set(merged(forked)) <= {"porter.lock"}
    settled(forked)
    assert "b.cu" not in forked.ported()
    assert forked.ported()["c.cu"].endswith(b"// theirs\n")


def test_a_line_that_was_edited_by_hand_is_refused_and_nothing_is_written(
    forked: Repository,
) -> None:
    on(forked, "ours", a_cu=FILES["a_cu"] + b"// ours\n")
    on(forked, "theirs", b_cu=FILES["b_cu"] + b"// theirs\n")
    merged(forked)
    path = forked.root / "porter.lock"
    path.write_text(path.read_text().replace("f.cu", "g.cu"))
    before = path.read_bytes()
    with pytest.raises(PorterError, match="was edited by hand"):
        reconcile(forked.settings)
    assert path.read_bytes() == before


def test_a_lock_of_one_branch_is_left_alone(repository: Repository) -> None:
    assert not reconcile(repository.settings)
    repository.upstream(a_cu=CUDA)
    repository.sync()
    before = (repository.root / "porter.lock").stat()
    assert not reconcile(repository.settings)
    assert Path(repository.root / "porter.lock").stat() == before
