"""How long the hooks take, as the real pre-commit runs them in an environment of their own.

    python -m benchmarks.hooks [--runs 5]

The repository has `csrc_cuda/warp_kit` as its upstream. A hook's time is the one that pre-commit
tells of it; what pre-commit takes for itself is the rest of its run, beside a hook that does
nothing. The least of several runs counts: the machine may have other work.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from porter.processes.child_python import python

ROOT = Path(__file__).parents[1]
HOOKS = ("porter-sync", "porter-check", "porter-findings")
_PORTER = '[project]\nupstream = "up"\nport = "port"\n'
_CONFIGURATION = """\
repos:
  - repo: {source}
    rev: {revision}
    hooks:
      - id: porter-sync
      - id: porter-check
      - id: porter-findings
  - repo: local
    hooks:
      - id: nothing
        name: nothing
        entry: "true"
        language: system
        always_run: true
        pass_filenames: false
"""
_DURATION = re.compile(r"^- duration: ([\d.]+)s$", re.MULTILINE)


def git(folder: Path, *arguments: str) -> str:
    """Run git and return what it printed."""
    result = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return result.stdout


def source_repository(folder: Path) -> Path:
    """Return a git repository with porter as it is in this checkout."""
    for name in ("porter", "rules"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "-m", "porter")
    return folder


@dataclass(frozen=True, slots=True)
class Run:
    """One run of pre-commit with one hook.

    Attributes:
        hook: seconds that pre-commit tells of the hook.
        whole: seconds from the start of pre-commit to its end.
    """

    hook: float
    whole: float


class Repository:
    """A repository with a port and the hooks.

    Args:
        folder: where it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        shutil.copytree(ROOT / "csrc_cuda" / "warp_kit", self.root / "up")
        (self.root / "porter.toml").write_text(_PORTER)
        git(self.root, "init", "--quiet", "-b", "main")
        source = source_repository(folder / "source")
        revision = git(source, "rev-parse", "HEAD").strip()
        configuration = _CONFIGURATION.format(source=source, revision=revision)
        (self.root / ".pre-commit-config.yaml").write_text(configuration)
        os.environ["PRE_COMMIT_HOME"] = str(folder / "environments")
        os.environ["PORTER_HOME"] = str(folder / "home")
        self.stage()
        subprocess.run([*_pre_commit("install-hooks")], cwd=self.root, check=True)
        self.run("porter-sync")  # the first port
        self.commit()

    def stage(self) -> None:
        """Stage all that changed."""
        git(self.root, "add", "-A")

    def commit(self) -> None:
        """Commit all that changed."""
        self.stage()
        git(self.root, "commit", "--quiet", "-m", "a commit")

    def run(self, hook: str) -> Run:
        """Run one hook on what is staged, as `git commit` would."""
        started = time.perf_counter()
        result = subprocess.run(
            _pre_commit("run", "--verbose", hook), cwd=self.root, capture_output=True, text=True
        )
        whole = time.perf_counter() - started
        match = _DURATION.search(result.stdout)
        told = 0.0 if match is None else float(match.group(1))  # no time is told below 5 ms
        if match is None and hook != "nothing":
            raise SystemExit(f"{hook} did not run:\n{result.stdout}{result.stderr}")
        return Run(told, whole)


def _pre_commit(*arguments: str) -> list[str]:
    return python("-m", "pre_commit", *arguments)


def _unconcerned(repository: Repository, number: int) -> None:
    (repository.root / "notes.cu.txt").write_text(f"{number}\n")
    repository.stage()


def _one_file(repository: Repository, number: int) -> None:
    with (repository.root / "up" / "softmax.cu").open("a") as stream:
        stream.write(f"// {number}\n")
    repository.stage()


def main() -> None:
    """Measure all hooks and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    for name in ("AUTHOR", "COMMITTER"):
        os.environ.setdefault(f"GIT_{name}_NAME", "A Person")
        os.environ.setdefault(f"GIT_{name}_EMAIL", "person@example.org")
    with tempfile.TemporaryDirectory(prefix="porter-hooks-") as folder:
        repository = Repository(Path(folder))
        cases: tuple[tuple[str, Callable[[Repository, int], None]], ...] = (
            ("nothing relevant changed", _unconcerned),
            ("one file changed", _one_file),
        )
        for case, change in cases:
            found: dict[str, list[Run]] = {hook: [] for hook in (*HOOKS, "nothing")}
            for number in range(runs):
                change(repository, number)
                for hook in found:
                    found[hook].append(repository.run(hook))
                    repository.stage()
                repository.commit()
            for hook, times in found.items():
                hook_time, whole = min(one.hook for one in times), min(one.whole for one in times)
                print(f"{case}: {hook}: {hook_time:.2f} s, with pre-commit {whole:.2f} s")


if __name__ == "__main__":
    main()
