"""The hooks on real git repositories: what pre-commit hands over, and pre-commit itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks.hooks import git, source_repository
from porter import hook
from porter.cli import group
from tests.sync.trees import CUDA, Repository, named, write

TEXTURE = b"void f() { cudaGraphConditionalHandleCreate(0, 0, 0, 0); }\n"


@pytest.fixture
def committed(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository whose port is in step and committed."""
    git(repository.root, "init", "--quiet", "-b", "main")
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    repository.sync()
    commit(repository)
    monkeypatch.chdir(repository.root)
    return repository


def commit(repository: Repository) -> None:
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "--quiet", "-m", "a commit")


def porter(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments)


def test_a_commit_that_concerns_no_port_is_let_through(committed: Repository) -> None:
    (committed.root / "README").write_text("read\n")
    git(committed.root, "add", "-A")
    (committed.up / "a.cu").write_bytes(b"// not staged\n")
    for command in (("sync", "--hook"), ("check", "--hook"), ("check", "--findings")):
        result = porter(*command, "README")
        assert (result.exit_code, result.output) == (0, ""), command


def test_sync_brings_the_port_along_and_fails_once(committed: Repository) -> None:
    committed.upstream(a_cu=CUDA + b"// more\n")
    git(committed.root, "add", "-A")
    assert porter("check", "--hook", "up/a.cu").exit_code == 1
    first = porter("sync", "--hook", "up/a.cu")
    assert first.exit_code == 1
    assert "git add" in first.output
    assert committed.ported()["a.cu"].endswith(b"// more\n")
    git(committed.root, "add", "-A")
    assert porter("sync", "--hook", "up/a.cu", "port/a.cu", "porter.lock").exit_code == 0
    assert porter("check", "--hook", "up/a.cu").exit_code == 0


def test_a_removal_alone_which_pre_commit_hands_over_no_file_for(committed: Repository) -> None:
    committed.upstream(b_cu=None)
    git(committed.root, "add", "-A")
    assert porter("sync", "--hook").exit_code == 1
    assert "b.cu" not in committed.ported()


def test_check_sees_a_hand_edit_that_the_lock_does_not_know(committed: Repository) -> None:
    committed.by_hand(a_cu=committed.ported()["a.cu"].replace(b"2.f", b"3.f"))
    git(committed.root, "add", "-A")
    result = porter("check", "--hook", "port/a.cu")
    assert result.exit_code == 1
    assert "a.cu: not recorded: was changed by hand" in result.output


def test_only_new_errors_are_told(committed: Repository) -> None:
    committed.upstream(old_cu=TEXTURE)
    committed.sync()
    commit(committed)
    committed.upstream(old_cu=b"// moved down\n" + TEXTURE, new_cu=TEXTURE)
    git(committed.root, "add", "-A")
    result = porter("check", "--findings", "up/old.cu", "up/new.cu")
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.startswith("up/new.cu:1:12: error: HIP has no cudaGraphConditionalHandleCreate")


def test_a_range_of_commits(committed: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    committed.upstream(b_cu=None)
    commit(committed)
    assert porter("check", "--hook").exit_code == 0
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "HEAD~1")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "HEAD")
    result = porter("check", "--hook")
    assert result.exit_code == 1
    assert "b.cu: stale: is gone upstream" in result.output


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"notes": b"1"}, ()),
        ({"up__a_cu": CUDA + b"//\n"}, ("sync", "check", "findings")),
        ({"up__b_cu": None}, ("sync", "check", "findings")),
        ({"port__a_cu": b"// mine\n"}, ("sync", "check")),
        ({"porter.lock": b"porter-lock 1\n"}, ("sync", "check", "findings")),
        ({"porter.toml": b"[project\n"}, ("sync", "check", "findings")),
        ({"porter.toml": None}, ("sync", "check", "findings")),
        ({"upper__a_cu": CUDA}, ()),
    ],
)
def test_what_a_hook_has_to_look_at(committed: Repository, change, wanted) -> None:
    write(committed.root, change)
    git(committed.root, "add", "-A")
    names = [named(name) for name, data in change.items() if data is not None]
    assert tuple(one for one in hook.COMMANDS if hook.may_concern(one, names)) == wanted


def test_a_commit_that_concerns_no_port_costs_no_imports(committed: Repository) -> None:
    (committed.root / "README").write_text("read\n")
    git(committed.root, "add", "-A")
    code = "import sys; from porter.hook import main; main(); print(*sys.modules, sep='\\n')"
    result = subprocess.run(
        [sys.executable, "-c", code, "sync", "README"], capture_output=True, text=True, check=True
    )
    own = {name for name in result.stdout.split() if name.startswith(("porter.", "click"))}
    assert own == {
        "porter.errors", "porter.files", "porter.files.names", "porter.files.real_path",
        "porter.files.regular", "porter.files.toml", "porter.hook", "porter.project",
        "porter.project.work_tree", "porter.sync",
        "porter.sync.upstream", "porter.sync.upstream.git", "porter.sync.upstream.changed_files",
    }  # fmt: skip


def test_a_hook_that_does_not_exist() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "from porter.hook import main; main()", "synch"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (
        2,
        "usage: porter-hook {sync,check,findings} [FILE]...\n",
    )


@pytest.mark.slow
def test_pre_commit_itself_in_a_fresh_environment(
    committed: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pre_commit", reason="pip install '.[dev]'")
    source = source_repository(tmp_path / "source")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "environments"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    hooks = "".join(f"      - id: porter-{name}\n" for name in ("sync", "check", "findings"))
    revision = git(source, "rev-parse", "HEAD").strip()
    (committed.root / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {source}\n    rev: {revision}\n    hooks:\n{hooks}"
    )
    pre_commit = [sys.executable, "-m", "pre_commit"]
    subprocess.run([*pre_commit, "install", "--install-hooks"], cwd=committed.root, check=True)
    assert attempt(committed, "settings")[0] == 0

    committed.upstream(a_cu=CUDA + b"// more\n")
    status, told = attempt(committed, "upstream changes")
    assert status == 1 and "the port was brought along" in told
    assert committed.ported()["a.cu"].endswith(b"// more\n")
    assert attempt(committed, "upstream changes")[0] == 0
    assert git(committed.root, "show", "HEAD:port/a.cu").encode() == committed.ported()["a.cu"]

    committed.upstream(c_cu=TEXTURE)
    status, told = attempt(committed, "an error")
    assert status == 1 and "cudaGraphConditionalHandleCreate" in told


def attempt(repository: Repository, message: str) -> tuple[int, str]:
    """Stage all and commit; return the exit status and what was said."""
    git(repository.root, "add", "-A")
    result = subprocess.run(
        ["git", "commit", "-m", message], cwd=repository.root, capture_output=True, text=True,
        check=False, env={**os.environ},
    )  # fmt: skip
    return result.returncode, result.stdout + result.stderr
