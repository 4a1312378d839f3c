"""`porter-hook`, the entry point of pre-commit: commits that concern no port pass at once.

So little is imported before that is known: the command line takes longer than the answer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.files.names import LOCK, SETTINGS
from porter.files.real_path import real_path
from porter.files.regular import read_regular_text
from porter.files.toml import parse_toml
from porter.sync.upstream.changed_files import changed_files, is_under

#: hook -> the command that does its work.
COMMANDS = {
    "sync": ("sync", "--hook"),
    "check": ("check", "--hook"),
    "findings": ("check", "--findings"),
}


def main() -> None:
    """Run the hook that the first argument names; the others are files of the commit."""
    hook, files = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ("", [])
    if hook not in COMMANDS:
        from porter.exit_status import Exit

        print(f"usage: porter-hook {{{','.join(COMMANDS)}}} [FILE]...", file=sys.stderr)
        sys.exit(Exit.REFUSED)
    if not may_concern(hook, files):
        return
    from porter.__main__ import run

    sys.argv = ["porter", *COMMANDS[hook], *files]
    run()


def may_concern(hook: str, files: Sequence[str]) -> bool:
    """Tell whether the hook has to look at the commit; where that cannot be told, it does.

    Args:
        hook: of `COMMANDS`.
        files: what pre-commit hands over, relative to the current folder.
    """
    here = real_path(os.curdir)
    root = next((one for one in (here, *here.parents) if os.path.isfile(one / SETTINGS)), None)
    if root is None:
        return True
    try:
        folders = _folders(root, only_upstream=hook == "findings")
        changed = changed_files(root, files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, PorterError):
        return True
    own = {os.path.join(root, name) for name in (SETTINGS, LOCK)}
    return bool(changed & own) or any(
        is_under(path, folder) for path in changed for folder in folders
    )


def _folders(root: Path, *, only_upstream: bool) -> list[str]:
    """Return the folders that porter.toml names, absolute."""
    projects = parse_toml(read_regular_text(os.path.join(root, SETTINGS)))["project"]
    tables = [projects] if isinstance(projects, dict) else projects
    keys = ("upstream",) if only_upstream else ("upstream", "port")
    folders = [os.path.join(root, table[key]) for table in tables for key in keys]
    if not only_upstream:  # the names of a rule pack of one's own
        folders += [os.path.join(root, table["rules"]) for table in tables if "rules" in table]
    return folders
