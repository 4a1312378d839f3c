"""What a sync refuses: the message says what is wrong, and nothing is written."""

from __future__ import annotations

import subprocess

import pytest

from porter.errors import PorterError
from porter.sync.lock import lockfile
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository


@pytest.fixture
def synced(repository: Repository) -> Repository:
    repository.upstream(a_cu=CUDA, b_cu=b"// b\n")
    repository.sync()
    return repository


def refused(repository: Repository, match: str, **request) -> PorterError:
    before = repository.everything()
    with pytest.raises(PorterError, match=match) as caught:
        repository.sync(**request)
    assert repository.everything() == before
    return caught.value


def edit_lock(repository: Repository, old: str, new: str) -> None:
    path = repository.root / "porter.lock"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def git(repository: Repository, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=repository.root, check=True, capture_output=True)


def test_an_edited_lock(synced: Repository) -> None:
    line = next(
        one for one in (synced.root / "porter.lock").read_text().split("\n") if "a.cu" in one
    )
    edit_lock(synced, line, line.replace("a.cu", "c.cu"))
    error = refused(synced, "was edited by hand")
    assert error.line == 10


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        ("porter-lock 1", "porter-lock 2", r"newer porter \(format 2; this one knows 1\)"),
        ("porter-lock 1", "{}", "is not a lock file"),
        ("  porter 0", "  porter 99", r"was written by a newer porter, 99"),
        ("  tables", "<<<<<<< HEAD\n  tables", "holds the conflict of a merge"),
        ("  options", "  choices", "was edited by hand"),
    ],
)
def test_a_lock_that_is_not_as_porter_left_it(
    synced: Repository, old: str, new: str, match: str
) -> None:
    edit_lock(synced, old, new)
    refused(synced, match)


def test_two_lines_of_a_merge_for_one_file(synced: Repository) -> None:
    line = next(
        one for one in (synced.root / "porter.lock").read_text().split("\n") if "a.cu" in one
    )
    edit_lock(synced, line, f"{line}\n{line}")
    refused(synced, r"has two lines for a\.cu")


def test_either_side_of_the_tree_s_line_will_do(synced: Repository) -> None:
    section = lockfile.read(synced.root)["port"]
    edit_lock(synced, section.revision, "tree " + "0" * 32)
    synced.sync()
    assert lockfile.read(synced.root)["port"] == section


def test_a_missing_base_that_nothing_can_make_good(synced: Repository) -> None:
    synced.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    (synced.port / ".porter/base/a.cu").unlink()
    synced.upstream(a_cu=CUDA + b"// new\n")
    assert "--from REV" in str(refused(synced, r"the base of a\.cu is missing or was changed"))


@pytest.mark.parametrize("change", ["upstream", "port"])
def test_a_missing_base_is_made_good_where_its_content_is_known(
    synced: Repository, change: str
) -> None:
    (synced.port / ".porter/base/a.cu").unlink()
    if change == "upstream":
        synced.upstream(a_cu=CUDA + b"// new\n")
    else:
        synced.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    synced.sync()
    assert synced.sync().is_current
    assert (b"// new" if change == "upstream" else b"4.f") in synced.ported()["a.cu"]


def test_hand_edits_that_git_does_not_know(synced: Repository) -> None:
    git(synced, "init", "--quiet")
    git(synced, "add", "-A")
    git(synced, "commit", "--quiet", "-m", "first")
    synced.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    synced.upstream(a_cu=CUDA + b"// new\n")
    refused(synced, r"has uncommitted changes: a\.cu")
    git(synced, "add", "port")
    synced.sync()
    synced.upstream(a_cu=CUDA + b"// newer\n")
    synced.sync()  # what the last sync left counts as known
    assert b"4.f" in synced.ported()["a.cu"] and b"newer" in synced.ported()["a.cu"]


def test_a_folder_that_porter_did_not_write(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"), mine=b"mine\n")
    refused(repository, "no porter.lock says where they come from")
    repository.sync(adopt=True)
    assert repository.ported() == {
        "a.cu": HIP.replace(b"2.f", b"4.f"),
        "b.cu": HIP,
        "mine": b"mine\n",
    }
    assert repository.sync().is_current


def test_no_upstream_and_no_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.up.rmdir()
    refused(repository, "is not a folder, and porter.toml names it as upstream")
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP + b"// mine\n")
    repository.upstream(a_cu=b"// first\n" + CUDA)
    monkeypatch.setenv("PATH", "/nonexistent")
    refused(repository, "git is not installed, and porter merges with git")


def test_to_is_for_a_vendored_upstream(synced: Repository) -> None:
    refused(synced, "--to is for an upstream that is vendored", to_revision="v1")


def test_convert_does_not_write_over_a_port_that_sync_keeps(synced: Repository) -> None:
    from porter.options import Options
    from porter.port.destination import Destination, OutputMode
    from porter.port.run import write_port

    before = synced.everything()
    with pytest.raises(PorterError, match="`porter sync` keeps this port"):
        write_port([synced.up], Options(), Destination(OutputMode.OUT, synced.port))
    assert synced.everything() == before


@pytest.mark.parametrize(
    ("more", "match"),
    [
        ('warp = "64"\n', r"\[project\] warp is one of 32, native"),
        ("rename = 1\n", "rename is true or false"),
        ('only = "WRP01"\n', "only is a list of strings"),
        ("rocm = 6.4\n", "rocm is a version"),
        ('git = "x"\n', "git is a table of remote"),
        ('[project.git]\nremote = "x"\n', "needs remote and revision"),
        ('[project.git]\nremote = "-x"\nrevision = "y"\n', "remote starts with -"),
    ],
)
def test_choices_that_are_not_understood(tmp_path, more: str, match: str) -> None:
    repository = Repository(tmp_path, more)
    with pytest.raises(PorterError, match=match):
        repository.sync()
