"""What changed a conversion: upstream, another porter, other choices, or several of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter import __version__
from porter.sync.check import check
from tests.sync.former import VERSION, Former
from tests.sync.trees import Repository, no_steps

FREE = b"void release(float* x) {\n  cudaFree(x);\n}\n"
WAIT = b"void wait() {\n  cudaDeviceSynchronize();\n}\n"
LAUNCH = b"__global__ void k() {}\nvoid run() {\n  k<<<1, 32>>>();\n}\n"
MORE = b"// more\n"
NEW = f"porter {__version__}"


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Former:
    """A porter that does not know cudaDeviceSynchronize."""
    return Former(tmp_path_factory.mktemp("former"), "cudaDeviceSynchronize")


@pytest.fixture
def ported(repository: Repository, former: Former) -> Repository:
    """A port of the earlier porter's."""
    long = b"// a line that keeps the file's likeness\n" * 9
    repository.upstream(
        free_cu=FREE, wait_cu=long + WAIT, both_cu=WAIT + b"// both\n", stays_cu=FREE
    )
    former.sync(repository.root)
    assert f"porter {VERSION}" in (repository.root / "porter.lock").read_text()
    assert b"cudaDeviceSynchronize" in repository.ported()["wait.cu"]
    return repository


def commit(repository: Repository) -> None:
    for arguments in (["init", "--quiet"], ["add", "-A"], ["commit", "--quiet", "-m", "a commit"]):
        subprocess.run(["git", *arguments], cwd=repository.root, check=True)


def complaints(repository: Repository) -> list[tuple[str, str, str]]:
    before = repository.everything()
    found = check(repository.settings, repository.project, no_steps)
    assert repository.everything() == before
    return [(one.kind, one.path, one.message) for one in found]


def test_a_new_porter_alone(ported: Repository) -> None:
    by = f"is converted differently by {NEW}: run porter sync"
    stale = [one for one in complaints(ported) if one[0] == "stale"]
    assert stale == [("stale", path, by) for path in ("both.cu", "wait.cu")]
    assert ported.sync().causes == {"both.cu": NEW, "wait.cu": NEW}
    assert complaints(ported) == []


def test_upstream_and_a_new_porter_are_told_apart(ported: Repository) -> None:
    commit(ported)
    ported.upstream(free_cu=FREE + MORE, both_cu=WAIT + MORE, added_cu=WAIT)
    found = complaints(ported)
    assert [one for one in found if one[0] == "stale"] == [
        ("stale", "added.cu", "is new upstream: run porter sync"),
        ("stale", "both.cu", "changed upstream: run porter sync"),
        ("stale", "free.cu", "changed upstream: run porter sync"),
        ("stale", "both.cu", f"is converted differently by {NEW}: run porter sync"),
        ("stale", "wait.cu", f"is converted differently by {NEW}: run porter sync"),
    ]
    assert ported.sync().causes == {
        "added.cu": "upstream",
        "both.cu": f"{NEW} and upstream",
        "free.cu": "upstream",
        "wait.cu": NEW,
    }


def test_a_file_that_upstream_moved(ported: Repository) -> None:
    commit(ported)
    (ported.up / "k").mkdir()
    for name in ("wait.cu", "free.cu"):
        (ported.up / name).rename(ported.up / "k" / name)
    (ported.up / "stays.cu").unlink()  # or it could be the one that moved
    done = ported.sync()
    assert done.causes["k/free.cu"] == "upstream"
    assert done.causes["k/wait.cu"] == f"{NEW} and upstream"


def test_without_a_history_what_cannot_be_told_is_said(ported: Repository) -> None:
    ported.upstream(free_cu=FREE + MORE)
    done = ported.sync()
    assert done.causes["free.cu"] == f"upstream and perhaps {NEW}"
    assert done.causes["wait.cu"] == NEW
    assert done.notes == [
        f"no git history holds free.cu as it was: whether {NEW} changes it, too, is unknown"
    ]


def test_the_history_of_a_vendored_upstream(tmp_path: Path, former: Former) -> None:
    remote = Repository(tmp_path / "remote")
    remote.upstream(free_cu=FREE, both_cu=WAIT)
    commit(remote)
    subprocess.run(["git", "tag", "v1"], cwd=remote.root, check=True)
    remote.upstream(free_cu=FREE + MORE, both_cu=WAIT + MORE)
    commit(remote)
    subprocess.run(["git", "tag", "v2"], cwd=remote.root, check=True)
    git = f'[project.git]\nremote = "{remote.root}"\nrevision = "v1"\npath = "up"\n'
    repository = Repository(tmp_path / "repository", git)
    former.sync(repository.root)
    done = repository.sync(to_revision="v2")
    assert done.causes == {"both.cu": f"{NEW} and upstream", "free.cu": "upstream"}


def test_porter_and_the_choices_are_told_apart(ported: Repository) -> None:
    commit(ported)
    ported.upstream(launch_cu=LAUNCH)
    path = ported.root / "porter.toml"
    path.write_text(path.read_text() + 'launch = "hip"\n')
    ported.upstream(free_cu=FREE + MORE)
    assert ported.sync().causes == {
        "both.cu": NEW,
        "free.cu": "upstream",
        "launch.cu": "upstream",
        "wait.cu": NEW,
    }


@pytest.mark.parametrize("moves", [False, True])
def test_all_three_at_once(repository: Repository, former: Former, moves: bool) -> None:
    repository.upstream(launch_cu=LAUNCH + WAIT, wait_cu=WAIT, free_cu=FREE)
    former.sync(repository.root)
    commit(repository)
    path = repository.root / "porter.toml"
    path.write_text(path.read_text() + 'launch = "hip"\n')
    if moves:
        repository.upstream(launch_cu=LAUNCH + WAIT + MORE)
    said = f"{NEW} and porter.toml" + " and upstream" * moves
    assert repository.sync().causes == {"launch.cu": said, "wait.cu": NEW}


def test_what_follows_from_another_file_of_upstream(repository: Repository) -> None:
    repository.upstream(a_cu=b'#include "own.cuh"\n' + FREE, own_cuh=b"// nothing yet\n")
    repository.sync()
    repository.upstream(own_cuh=b"inline void cudaFree(float*) {}\n")
    done = repository.sync()
    assert "a.cu" in done.causes, "the rule of own names does not reach this file any more"
    assert done.causes["a.cu"] == "upstream"


def test_the_history_is_looked_through_to_its_beginning(ported: Repository) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=ported.root, check=True)
    who = "A Person <person@example.org> 1700000000 +0000"
    texts = [FREE, *(FREE + b"// %d\n" % number for number in range(130))]
    commits = "".join(
        f"commit refs/heads/main\ncommitter {who}\ndata 0\n"
        f"M 644 inline up/free.cu\ndata {len(text)}\n{text.decode()}\n"
        for text in texts
    )
    command = ["git", "-c", "core.autocrlf=false", "fast-import", "--quiet"]
    subprocess.run(command, input=commits.encode(), cwd=ported.root, check=True)
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/main"], cwd=ported.root, check=True)
    ported.upstream(free_cu=FREE + MORE, stays_cu=FREE + MORE)
    done = ported.sync()
    assert {done.causes[path] for path in ("free.cu", "stays.cu")} == {"upstream"}
    assert not done.notes  # the files held the same: one object of git's stands for both
