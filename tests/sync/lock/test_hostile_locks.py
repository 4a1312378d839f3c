"""A lock that a stranger wrote: refused with its line, before anything is read, run or written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.edits.hand_edits import hand_edits
from porter.sync.lock.lines import check_of
from porter.sync.lock.states import state_of
from porter.sync.plan.status import section_for
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, contents, no_steps
from tests.sync.upstream.test_vendoring import git

DIGEST = "0" * 32
COMMIT = "0" * 40


@pytest.fixture
def synced(repository: Repository) -> Repository:
    repository.upstream(a_cu=CUDA, k__b_cu=CUDA)
    repository.sync()
    return repository


def add_line(repository: Repository, said: str) -> None:
    """Add the line of a file, with the check that it needs."""
    with (repository.root / "porter.lock").open("a", newline="") as lock:
        lock.write(f"  {check_of('port', said)} {said}\n")


def refused(repository: Repository, match: str) -> PorterError:
    """Every way to read the lock refuses it, and nothing beside it is touched."""
    before = contents(repository.root.parent)
    for command in (
        repository.sync,
        lambda: check(repository.settings, repository.project, no_steps),
        lambda: section_for(repository.settings, repository.project),
        repository.resume,
        repository.abort,
    ):
        with pytest.raises(PorterError, match=match) as caught:
            command()
    assert contents(repository.root.parent) == before
    return caught.value


ESCAPES = [
    "../victim", "a/../../victim", "/etc/passwd", "./a", "a//b", "a/", "a/.", "..",
    ".git/hooks/pre-commit", "k/.GIT/config", r'"a\nb"', r'"a\u0000b"', r'"a\u001b[2Jb"',
    r'"\ud800"', ".porter/base/a.cu", ".porter/sync/steps.json", ".porter/written.json",
]  # fmt: skip


@pytest.mark.parametrize("path", ESCAPES)
@pytest.mark.parametrize("column", ["port", "upstream"])
def test_a_path_that_leads_elsewhere(synced: Repository, path: str, column: str) -> None:
    if column == "upstream" and ".porter" in path:
        pytest.skip("upstream may call its files so")
    (synced.root.parent / "victim").write_bytes(b"victim\n")
    names = path if column == "port" else f"new.cu\t{path}"
    add_line(synced, f"0 {DIGEST} {DIGEST} {DIGEST} {names}")
    error = refused(synced, "names a path that porter never writes|a file of porter's own")
    assert error.line == 12


@pytest.mark.parametrize(
    "value",
    [
        f"git v1 {COMMIT[1:]}",
        "git v1 main",
        "git v1 --upload-pack=touch${IFS}PWNED;false",
        f"git --upload-pack=x {COMMIT}",
        f"git v1\x0b {COMMIT}",
        f"git v1 {COMMIT}\x0b",
        f"git v1 {COMMIT.upper().replace('0', 'A')}",
        f"git  {COMMIT}",
        f"tree {DIGEST}0",
        "tree",
        "HEAD",
    ],
)
def test_a_revision_that_is_none(synced: Repository, value: str) -> None:
    replace_head(synced, "revision", value)
    assert refused(synced, "holds no revision that porter writes|was edited by hand").line == 6


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("upstream", "/etc"),
        ("upstream", "up/../../x"),
        ("upstream", r'"up\n"'),
        ("upstream", '"up'),
        ("porter", "-1"),
        ("porter", "9" * 5000),
        ("tables", "../tables"),
        ("options", "[]"),
        ("options", "{"),
        ("options", "[" * 100_000),
    ],
)
def test_a_head_that_is_none(synced: Repository, key: str, value: str) -> None:
    replace_head(synced, key, value)
    refused(synced, "that porter (never )?writes|was edited by hand")


def replace_head(repository: Repository, key: str, value: str) -> None:
    path = repository.root / "porter.lock"
    lines = path.read_text().split("\n")
    (number,) = (one for one, line in enumerate(lines) if line.startswith(f"  {key} "))
    lines[number] = f"  {key} {value}"
    path.write_text("\n".join(lines))


@pytest.mark.parametrize("todo", ["-1", "1e3", "٣", "9" * 5000, ""])
def test_a_number_that_is_none(synced: Repository, todo: str) -> None:
    add_line(synced, f"{todo} {DIGEST} {DIGEST} {DIGEST} new.cu")
    refused(synced, "was edited by hand")


@pytest.mark.parametrize("names", ["a.cu/new", "k", "new.cu\ta.cu/b", "new.cu\tk"])
def test_a_file_in_another_one_s_place(synced: Repository, names: str) -> None:
    """A link in the lock, and a file behind it, would be written where the link leads."""
    add_line(synced, f"0 {DIGEST}l {DIGEST}l {DIGEST}l {names}")
    refused(synced, "has a file where another one's folder is")


def test_line_ends_of_windows(synced: Repository) -> None:
    path = synced.root / "porter.lock"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert ".gitattributes" in str(refused(synced, "has other line ends"))


@pytest.mark.parametrize("ends", [1, 4, 6, 8])
def test_a_lock_that_ends_early(synced: Repository, ends: int) -> None:
    path = synced.root / "porter.lock"
    path.write_text("\n".join(path.read_text().split("\n")[:ends]) + "\n")
    if ends < 4:  # no section at all: the port has no lock, and needs --adopt
        with pytest.raises(PorterError, match=r"no porter\.lock says where they come from"):
            synced.sync()
    else:
        refused(synced, "ends before the")


def test_a_lock_that_is_no_file(synced: Repository) -> None:
    path = synced.root / "porter.lock"
    path.rename(synced.root / "elsewhere")
    path.symlink_to("elsewhere")
    refused(synced, "it is not a regular file")


@pytest.mark.parametrize(
    "options",
    [
        '{"kind":"x"}', '{"roc":1}', '{"rocm":[]}', '{"rocm":["{}",{}]}', '{"only":{}}',
        '{"to":[]}', '{"exclude":"x"}', '{"rules":["a"]}', '{"findings":{"WRP01":"deadly"}}',
        '{"include":[1]}',
    ],
)  # fmt: skip
def test_choices_of_a_lock_that_are_none(synced: Repository, options: str) -> None:
    replace_head(synced, "options", options)
    replace_head(synced, "porter", "0.0.1")
    for command in (synced.sync, lambda: check(synced.settings, synced.project, no_steps)):
        synced.upstream(a_cu=CUDA + b"// more\n")
        with pytest.raises(
            PorterError,
            match=r"holds no choices|is one of|list of strings|not a sever|is a version|a list of",
        ):
            command()


def test_a_lock_with_very_many_lines_is_read(synced: Repository) -> None:
    lines = [
        f"0 {DIGEST} {DIGEST} {DIGEST} d{number % 97}/f{number}.cu" for number in range(50_000)
    ]
    with (synced.root / "porter.lock").open("a") as lock:
        lock.writelines(f"  {check_of('port', said)} {said}\n" for said in lines)
    assert len(section_for(synced.settings, synced.project).files) == 50_002


@pytest.mark.parametrize("place", ["k", ".porter"])
def test_a_link_in_the_port_is_not_followed(synced: Repository, place: str, tmp_path: Path) -> None:
    """What lies behind it would be shown as a hand edit, or written to."""
    away = tmp_path / "away"
    (synced.port / place).rename(away)
    (away / "secret").write_bytes(b"secret\n")
    (synced.port / place).symlink_to(away)
    synced.upstream(a_cu=CUDA + b"// more\n", k__b_cu=CUDA + b"// more\n")
    before = contents(away)
    with pytest.raises(PorterError, match="is a symbolic link"):
        synced.sync()
    if place == "k":
        for command in (
            lambda: check(synced.settings, synced.project, no_steps),
            lambda: hand_edits(synced.settings, synced.project, section(synced)),
        ):
            with pytest.raises(PorterError, match="is a symbolic link"):
                command()
    assert contents(away) == before


def section(repository: Repository):
    return section_for(repository.settings, repository.project)


def test_a_record_of_convert_s_that_names_files_elsewhere(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    victim = repository.root.parent / "victim"
    victim.write_bytes(b"victim\n")
    state = state_of(victim)
    assert state is not None
    record = repository.port / ".porter" / "written.json"
    record.parent.mkdir(parents=True)
    (repository.port / "a.cu").write_bytes(HIP)
    record.write_text(f'{{"format": 1, "files": {{"../../victim": "{state.digest}"}}}}')
    repository.sync()
    assert victim.read_bytes() == b"victim\n"
    assert repository.sync().is_current


def test_upstream_s_files_of_git_are_no_source(repository: Repository) -> None:
    """A `.git` file that came along would make the port a repository with settings of its own."""
    repository.upstream(a_cu=CUDA)
    (repository.up / ".git").write_text("gitdir: fake\n")
    (repository.up / "k").mkdir()
    (repository.up / "k" / ".GIT").write_text("gitdir: fake\n")
    repository.sync()
    assert set(repository.ported()) == {"a.cu"}


def test_a_name_that_no_lock_can_hold(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    (repository.up / "a\n::error::b").write_bytes(b"")
    with pytest.raises(PorterError, match=r"'a\\n::error::b'") as caught:
        repository.sync()
    assert "exclude" in str(caught.value)
    assert not repository.port.exists()


def test_a_folder_that_cannot_be_listed_is_not_taken_for_one_that_went(
    synced: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    def scandir(path):
        if str(path).endswith("up/k"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    before = synced.everything()
    with pytest.raises(PorterError, match="cannot be read: Permission denied"):
        synced.sync()
    assert synced.everything() == before


def test_a_commit_of_the_lock_stands_for_no_branch(synced: Repository) -> None:
    git(synced.root, "init", "--quiet")
    replace_head(synced, "revision", "git main main")
    refused(synced, "holds no revision that porter writes")
