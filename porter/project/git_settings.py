"""Reads the user's settings of git; those of a repository are never read.

The `.git/config` of a tree may be a stranger's, like all that the tree brought. A file that it
named would be read with the user's rights, and what it holds would show in what porter leaves out.
So only files count that a user or the administrator of the machine wrote, at the places where git
looks for them. Conditional inclusions (`includeIf`) are not followed.

Source: git-config(1), "FILES", "Syntax" and "Includes".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import LARGEST_SETTINGS, read_regular

#: Inclusions in one another that are followed, as many as git follows.
_DEEPEST = 10
_BLANK = re.compile(r"(?:[ \t\r\f\v\n]|[#;][^\n]*+)*+")
_SECTION = re.compile(r'\[([\w.-]++)(?:[ \t]++"((?:[^"\\\n]|\\[^\n])*+)")?\]')
_ESCAPE = r"\\(?:\r?\n|[^\r\n])"
_QUOTED = rf'"(?:[^"\\\n]|{_ESCAPE})*+"'
_SETTING = re.compile(
    rf'([A-Za-z][\w-]*+)[ \t\r\f\v]*+(?:=((?:[^"\\#;\n]|{_ESCAPE}|{_QUOTED})*+))?', re.ASCII
)
_CONTINUED = re.compile(r"\\\r?\n")
_MARKED = re.compile(r'"|\\(.)')
_ESCAPED = {"n": "\n", "t": "\t", "b": "\b"}


def user_setting(section: str, key: str) -> str | None:
    """Return the last value that a user gives a setting, None without one.

    Args:
        section: of the setting, in lower case.
        key: its name, in lower case.
    """
    found = None
    for path in _files():
        for value in _values(path, section, key, 0):
            found = value
    return found


def settings_files() -> list[Path]:
    """Return the files that may hold settings of the user, there or not."""
    return [one for path in _files() for one in _with_included(path, 0)]


def expanded(path: str) -> str:
    """Return a path of a setting with the home folder that it may begin with."""
    return os.path.expanduser(path)


def xdg_file(name: str) -> Path | None:
    """Return a file of git's in the folder of the user's settings; None without a home."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(base, "git", name) if os.path.isabs(base) else None


def _files() -> Iterator[Path]:
    """Yield the files of settings of the machine and of the user; the last that speaks decides."""
    if os.environ.get("GIT_CONFIG_NOSYSTEM", "").lower() in ("", "0", "false", "no", "off"):
        yield Path(os.environ.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
    chosen = os.environ.get("GIT_CONFIG_GLOBAL")
    if chosen is not None:
        yield Path(chosen)
        return
    if xdg := xdg_file("config"):
        yield xdg
    yield Path(expanded("~/.gitconfig"))


def _values(path: Path, section: str, key: str, depth: int) -> Iterator[str]:
    """Yield the values that a file gives a setting, those of what it includes in their place."""
    try:
        text = os.fsdecode(read_regular(path, LARGEST_SETTINGS))
    except OSError:
        return
    for where, name, value in parse(text):
        if (where, name) == (section, key):
            yield value
        elif (where, name) == ("include", "path") and depth < _DEEPEST:
            yield from _values(path.parent / expanded(value), section, key, depth + 1)


def _with_included(path: Path, depth: int) -> Iterator[Path]:
    """Yield a file of settings and those that it includes."""
    yield path
    if depth < _DEEPEST:
        for included in _values(path, "include", "path", _DEEPEST):
            yield from _with_included(path.parent / expanded(included), depth + 1)


def parse(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield section, name and value of each setting, up to what is no setting.

    The name of a subsection follows that of its section and a full stop. A name without `=` has no
    value and is left out.
    """
    section = ""
    at = len("\ufeff") * text.startswith("\ufeff")
    while blank := _BLANK.match(text, at):
        at = blank.end()
        if header := _SECTION.match(text, at):
            section = header[1].lower() + ("" if header[2] is None else f".{header[2]}")
            at = header.end()
        elif setting := _SETTING.match(text, at):
            if setting[2] is not None:
                yield section, setting[1].lower(), _unquoted(setting[2])
            at = setting.end()
        else:
            return


def _unquoted(written: str) -> str:
    """Return the value that is written behind a `=`."""
    value = _CONTINUED.sub("", written).strip()
    return _MARKED.sub(lambda mark: _ESCAPED.get(mark[1], mark[1] or ""), value)
