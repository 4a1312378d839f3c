"""Runs git, for merges and earlier revisions; no other module does.

A repository may be a stranger's, with a `.git/config` that names commands for git to run. So git is
asked only what objects, index and references answer, never to compare or to check out the files of
a repository that is not porter's own; and what it might run on the way to such an answer (a file
system monitor, hooks, a pager, the transport of a remote for objects that a partial clone lacks) is
switched off here. `porter.sync.upstream.blobs` compares files,
`porter.sync.upstream.revisions` checks them out.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError

#: What `git rev-parse --local-env-vars` lists, but for settings: which repository a hook runs in.
#: git is to look at the folder that it is told.
_FOREIGN = frozenset(
    "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_DIR GIT_GRAFT_FILE GIT_INDEX_FILE"
    " GIT_NAMESPACE GIT_OBJECT_DIRECTORY GIT_PREFIX GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE"
    " GIT_WORK_TREE".split()
)
_SAFE = (
    "--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
    "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}",
    "-c", f"core.attributesFile={os.devnull}",
    "-c", "core.pager=cat",
    "-c", "protocol.ext.allow=never",
    "-c", "safe.bareRepository=explicit",
)  # fmt: skip
#: For a repository of porter's own, and for none: nobody's settings and attributes count.
ALONE = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
}
#: Starts a comparison of files without commands that settings and attributes name for it.
DIFF = ("diff", "--no-ext-diff", "--no-textconv", "--no-color")


def git(
    *arguments: str,
    folder: Path,
    data: bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run git and return what came of it, whatever its exit status.

    Args:
        arguments: of git. Where a revision or a path of a stranger's stands, `--end-of-options` or
            `--` stands before it.
        folder: where it runs. The repository is the one whose work tree this is the root of, or
            that `environment` names; it is not looked for above, and never in a folder that is
            itself made like a repository, as an embedded one of a stranger's may be.
        data: its standard input.
        environment: variables beside those of this process.

    Raises:
        PorterError: there is no git.
    """
    variables = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    variables |= {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_CEILING_DIRECTORIES": os.path.dirname(os.path.realpath(folder)),
        **(environment or {}),
    }
    try:
        return subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=folder,
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            env=variables,
            check=False,
        )
    except FileNotFoundError as error:
        raise PorterError(
            "git is not installed, and porter merges with git", hint="install git"
        ) from error


def checked(*arguments: str, folder: Path, environment: Mapping[str, str] | None = None) -> bytes:
    """Run git and return its standard output.

    Raises:
        PorterError: there is no git, or it failed.
    """
    result = git(*arguments, folder=folder, environment=environment)
    if result.returncode != 0:
        raise PorterError(f"git {arguments[0]} failed", path=folder, hint=output_of(result))
    return result.stdout


def output_of(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return the last lines of what git said of an error."""
    return "\n".join(result.stderr.decode("utf-8", "replace").strip().splitlines()[-3:])


def paths_of(output: bytes) -> list[str]:
    """Return the paths of an answer of git's to a command with `-z`."""
    return [os.fsdecode(path) for path in output.split(b"\0") if path]
