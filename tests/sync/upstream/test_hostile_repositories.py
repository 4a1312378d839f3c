"""A repository that came with its `.git`: nothing that its settings name is run by porter."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.sync.upstream.git import git as run_git
from porter.sync.upstream.revisions import check_out
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository
from tests.sync.upstream.test_vendoring import git

#: Settings by which git runs a command, each with what it is to be in place of COMMAND.
SETTINGS = """
core.fsmonitor=COMMAND
core.pager=COMMAND
core.editor=COMMAND
core.sshCommand=COMMAND
core.gitProxy=COMMAND
core.askPass=COMMAND
core.alternateRefsCommand=COMMAND
credential.helper=!COMMAND
diff.external=COMMAND
diff.evil.command=COMMAND
diff.evil.textconv=COMMAND
filter.evil.clean=COMMAND
filter.evil.smudge=COMMAND
filter.evil.process=COMMAND
filter.evil.required=true
filter.lfs.clean=COMMAND
filter.lfs.smudge=COMMAND
filter.lfs.process=COMMAND
merge.evil.driver=COMMAND
merge.default=evil
gpg.program=COMMAND
gpg.ssh.program=COMMAND
log.showSignature=true
interactive.diffFilter=COMMAND
sequence.editor=COMMAND
pager.rev-parse=COMMAND
pager.diff=COMMAND
pager.ls-tree=COMMAND
pager.cat-file=COMMAND
pager.rev-list=COMMAND
alias.rev-parse=!COMMAND
alias.rev-list=!COMMAND
uploadpack.packObjectsHook=COMMAND
remote.origin.url=ext::COMMAND
remote.origin.uploadpack=COMMAND
remote.origin.promisor=true
remote.origin.partialclonefilter=blob:none
protocol.allow=always
protocol.ext.allow=always
submodule.recurse=true
diff.submodule=log
status.submoduleSummary=true
maintenance.auto=true
""".split()


def arm(folder: Path, mark: Path) -> None:
    """Let every setting, hook and attribute of a repository name a command that leaves a mark."""
    inside = Path(git(folder, "rev-parse", "--absolute-git-dir"))
    script = mark.with_name("evil.sh")
    script.write_text(f'#!/bin/sh\necho "$0 $*" >> {mark}\nexit 1\n')
    script.chmod(0o755)
    for setting in SETTINGS:
        key, _, value = setting.partition("=")
        git(folder, "config", key, value.replace("COMMAND", str(script)))
    for hook in ("post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc"):
        (inside / "hooks").mkdir(exist_ok=True)
        shutil.copy(script, inside / "hooks" / hook)
    (inside / "info").mkdir(exist_ok=True)
    (inside / "info" / "attributes").write_text("* filter=evil diff=evil merge=evil\n")


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    return tmp_path / "PWNED"


@pytest.fixture
def armed(repository: Repository, mark: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A port with hand edits in an armed repository, with upstream on its way."""
    git(repository.root, "init", "--quiet", "-b", "main")
    (repository.root / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    repository.upstream(a_cu=CUDA, b_cu=CUDA, c_cu=CUDA)
    repository.sync()
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "--quiet", "-m", "first")
    git(repository.root, "tag", "ported")
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "--quiet", "-m", "second")
    repository.by_hand(b_cu=HIP.replace(b"2.f", b"4.f"))
    repository.upstream(b_cu=CUDA + b"// new\n", c_cu=None, moved_cu=CUDA)
    os.utime(repository.port / "a.cu", (1, 1))
    arm(repository.root, mark)
    monkeypatch.chdir(repository.root)
    return repository


def test_the_repository_is_armed(armed: Repository, mark: Path) -> None:
    """What the other tests rely on: git itself runs what the settings name."""
    subprocess.run(["git", "diff"], cwd=armed.root, capture_output=True, check=False)
    assert mark.exists()


def test_commands_of_porter_s(armed: Repository, mark: Path) -> None:
    old = (armed.root / "porter.lock").read_text()
    for arguments in (
        "check", "check --again", "check --findings up/a.cu up/b.cu", "check --hook up/b.cu",
        "check --sarif log", "edits", "edits --export patches", "sync --hook up/b.cu", "sync",
        "sync --abort", "sync --allow-dirty", "sync --abort", "sync --from ported --allow-dirty",
        "sync --abort", "sync --from HEAD~1 --allow-dirty", "edits --drop port/a.cu",
    ):  # fmt: skip
        result = CliRunner().invoke(group, arguments.split())
        assert result.exception is None or isinstance(result.exception, (SystemExit, PorterError))
        assert not mark.exists(), (arguments, mark.read_text())
    # Another porter's lock makes porter look for what upstream was in git's history.
    (armed.root / "porter.lock").write_text(old.replace("  porter 0.1.0", "  porter 0.0.9"))
    for arguments in ("check", "sync --allow-dirty"):
        CliRunner().invoke(group, arguments.split())
        assert not mark.exists(), (arguments, mark.read_text())


def test_a_partial_clone_fetches_nothing(armed: Repository, mark: Path) -> None:
    """An object that is missing would be fetched from the remote that the settings name."""
    git(armed.root, "config", "extensions.partialClone", "origin")
    git(armed.root, "config", "core.repositoryFormatVersion", "1")
    for objects in (armed.root / ".git" / "objects").glob("??"):
        shutil.rmtree(objects)
    for arguments in ("check --findings up/b.cu", "sync", "sync --from ported --allow-dirty"):
        CliRunner().invoke(group, arguments.split())
        assert not mark.exists(), (arguments, mark.read_text())


def test_a_remote_in_the_tree_whose_settings_name_commands(
    armed: Repository, mark: Path, tmp_path: Path, home: Path
) -> None:
    more = '[project.git]\nremote = "up.git"\nrevision = "ported"\npath = "up"\n'
    other = Repository(tmp_path / "other", more)
    subprocess.run(
        ["git", "-c", "core.fsmonitor=false", "clone", "--quiet", "--bare", armed.root, "up.git"],
        cwd=other.root, check=True, capture_output=True, env={**os.environ, "HOME": str(home)},
    )  # fmt: skip
    mark.unlink(missing_ok=True)
    arm(other.root / "up.git", mark)
    mark.unlink(missing_ok=True)
    other.sync()
    assert other.ported()["a.cu"] == HIP
    assert not mark.exists(), mark.read_text()


def test_attributes_of_a_remote_s_files_name_no_filter(
    armed: Repository, tmp_path: Path, mark: Path
) -> None:
    project = Repository(
        tmp_path / "o", f'[project.git]\nremote = "{armed.root}"\nrevision = "main"\n'
    )
    source = project.project.git
    assert source is not None
    into = tmp_path / "into"
    into.mkdir()
    check_out(source, project.root, "main", into)
    assert (into / "up" / "a.cu").read_bytes() == CUDA
    assert not mark.exists(), mark.read_text()


def test_an_embedded_repository_is_none(repository: Repository, mark: Path) -> None:
    """A folder made like a bare repository needs no `.git`, and version control brings it along."""
    git(repository.root, "init", "--quiet")
    repository.upstream(a_cu=CUDA)
    repository.sync()
    git(repository.root, "init", "--quiet", "--bare", "port")
    subprocess.run(
        ["git", "config", "-f", "port/config", "core.worktree", "."], cwd=repository.root
    )
    git(repository.root, "config", "-f", "port/config", "core.fsmonitor", f"touch {mark}; false")
    git(repository.root, "config", "-f", "port/config", "core.bare", "false")
    git(repository.root, "add", "up", "porter.toml")
    repository.by_hand(a_cu=HIP + b"// mine\n")
    repository.upstream(a_cu=b"// first\n" + CUDA)
    with suppress(PorterError):
        repository.sync()
    assert not mark.exists()
    asked = run_git("rev-parse", "--git-dir", folder=repository.port)
    assert asked.returncode != 0


@pytest.mark.parametrize(
    "remote",
    [
        "ext::sh -c x",
        "fd::17",
        "-x",
        "https::x",
        "ftp://x/y",
        "a\\nb",
        "EXT::sh",
        "transport::address",
    ],
)
def test_a_remote_that_porter_does_not_ask(tmp_path: Path, remote: str) -> None:
    more = f'[project.git]\nremote = "{remote}"\nrevision = "v1"\n'
    with pytest.raises(PorterError, match=r"remote (starts with -|holds a control|is reached by)"):
        Repository(tmp_path, more).sync()


@pytest.mark.parametrize(
    "revision", ["-x", "--upload-pack=x", "a b", "a:b", "+a", "a..b", "*", "a\\u0000"]
)
def test_a_revision_that_is_no_name(tmp_path: Path, revision: str) -> None:
    more = f'[project.git]\nremote = "x"\nrevision = "{revision}"\n'
    with pytest.raises(
        PorterError, match=r"revision is not a branch, tag or commit|git is a table of"
    ):
        Repository(tmp_path, more).sync()


@pytest.mark.parametrize("path", ["../x", "a/../../x", "a//b", ".git", "a/.GIT/b"])
def test_a_folder_of_a_remote_that_is_none(tmp_path: Path, path: str) -> None:
    more = f'[project.git]\nremote = "x"\nrevision = "v1"\npath = "{path}"\n'
    with pytest.raises(PorterError, match="path is not a folder of a repository"):
        Repository(tmp_path, more).sync()
