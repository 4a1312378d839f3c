"""Checks untrusted names of git remotes and revisions."""

from __future__ import annotations

import re

from porter.files.paths import has_control

#: Ways to reach a remote; git itself knows others, which run commands (`ext::`).
TRANSPORTS = ("file", "git", "http", "https", "ssh")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
#: What no branch and no tag is called; see git-check-ref-format(1).
_NO_REVISION = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|\A[-+.]|\A\Z")
_SCHEME = re.compile(r"([^/:]*):(:|//)")


def is_commit(name: str) -> bool:
    """Tell whether this is a commit's own name, which never means another one."""
    return _COMMIT.fullmatch(name) is not None


def is_revision(name: str) -> bool:
    """Tell whether this can be a branch, a tag or a commit, and nothing else to git."""
    return _NO_REVISION.search(name) is None


def why_no_remote(remote: str) -> str:
    """Return why porter asks no such remote; empty where it does."""
    if remote.startswith("-"):
        return "starts with -"
    if has_control(remote):
        return "holds a control character"
    scheme = _SCHEME.match(remote)
    if scheme is not None and (scheme.group(2) == ":" or scheme.group(1) not in TRANSPORTS):
        return f"is reached by {scheme.group(1)}, and porter takes {', '.join(TRANSPORTS)}"
    return ""
