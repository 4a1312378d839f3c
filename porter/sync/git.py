"""git, which merges and which knows earlier revisions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError

#: Settings of the user's that would change what git says, and the repository that a hook runs in:
#: both are taken out, so that git looks at the folder it is told.
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


def git(
    *arguments: str,
    folder: Path | None = None,
    data: bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run git and return what came of it, whatever its exit status.

    Args:
        arguments: of git.
        folder: where it runs.
        data: its standard input.
        environment: variables beside those of this process.

    Raises:
        PorterError: there is no git.
    """
    variables = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    variables |= {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", **(environment or {})}
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            env=variables,
            check=False,
        )
    except FileNotFoundError as error:
        raise PorterError(
            "git is not installed, and merging is git's work", hint="install git"
        ) from error


def checked(
    *arguments: str, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> bytes:
    """Run git and return its standard output.

    Raises:
        PorterError: there is no git, or it failed.
    """
    result = git(*arguments, folder=folder, environment=environment)
    if result.returncode != 0:
        raise PorterError(f"git {arguments[0]} failed", path=folder, hint=told(result))
    return result.stdout


def told(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return the last lines of what git said of an error."""
    return "\n".join(result.stderr.decode("utf-8", "replace").strip().splitlines()[-3:])


def work_tree(folder: Path) -> Path | None:
    """Return the root of the git work tree that `folder` lies in, None when there is none.

    Found without running git, which a folder without a repository does not need.
    """
    for place in (folder.resolve(), *folder.resolve().parents):
        if (place / ".git").exists():
            return place
    return None


def paths_of(output: bytes) -> list[str]:
    """Return the paths of an answer of git's to a command with `-z`."""
    return [os.fsdecode(path) for path in output.split(b"\0") if path]
