"""The functions of make that make a text of texts, each with what it gives.

Source: GNU make's manual, "Functions for String Substitution and Analysis", "Functions for File
Names".
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path

from porter.source.build_files.globs import matching

#: The port, and the folder that make is started in.
Here = tuple[Path, Path]


def _wildcard(here: Here, patterns: str) -> str:
    found: list[str] = []
    for pattern in patterns.split():
        paths = matching(here[0], here[1], pattern)
        found += (os.path.relpath(path, here[1]) for path in paths)
    return " ".join(found)


def patsubst(old: str, new: str, text: str) -> str:
    """Return the words of `text`, those that match `old` written as `new` says."""
    before, percent, after = old.partition("%")
    found = []
    for word in text.split():
        if percent and word.startswith(before) and word.endswith(after):
            stem = word[len(before) : len(word) - len(after)]
            found.append(new.replace("%", stem))
        else:
            found.append(new if word == old else word)
    return " ".join(found)


def _filtered(here: Here, patterns: str, text: str, *, is_kept: bool) -> str:
    wanted = patterns.split()
    return " ".join(
        word for word in text.split() if any(_matches(one, word) for one in wanted) is is_kept
    )


def _matches(pattern: str, word: str) -> bool:
    before, percent, after = pattern.partition("%")
    if not percent:
        return word == pattern
    long_enough = len(word) >= len(before) + len(after)
    return long_enough and word.startswith(before) and word.endswith(after)


def _words(_: Here, first: str, last: str, text: str) -> str:
    if not (_is_number(first) and _is_number(last)):
        return ""
    return " ".join(text.split()[max(int(first) - 1, 0) : int(last)])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _joined(_: Here, first: str, second: str) -> str:
    pairs = zip_longest(first.split(), second.split(), fillvalue="")
    return " ".join("".join(pair) for pair in pairs)


def _paths(here: Here, names: str) -> str:
    return " ".join(os.path.normpath(here[1] / name) for name in names.split())


def _folder(word: str) -> str:
    before, slash, _ = word.rpartition("/")
    return before + slash if slash else "./"


#: Functions of make that name or choose: how many arguments, and what they give.
FUNCTIONS: dict[str, tuple[int, Callable[..., str]]] = {
    "wildcard": (1, _wildcard),
    "patsubst": (3, lambda _, old, new, text: patsubst(old, new, text)),
    "addprefix": (2, lambda _, prefix, text: " ".join(prefix + word for word in text.split())),
    "addsuffix": (2, lambda _, suffix, text: " ".join(word + suffix for word in text.split())),
    "subst": (3, lambda _, old, new, text: text.replace(old, new) if old else text),
    "findstring": (2, lambda _, part, text: part if part in text else ""),
    "filter": (2, partial(_filtered, is_kept=True)),
    "filter-out": (2, partial(_filtered, is_kept=False)),
    "notdir": (1, lambda _, text: " ".join(word.rpartition("/")[2] for word in text.split())),
    "abspath": (1, _paths),
    "realpath": (1, _paths),
    "word": (2, lambda here, place, text: _words(here, place, place, text)),
    "words": (1, lambda _, text: str(len(text.split()))),
    "wordlist": (3, _words),
    "join": (2, _joined),
    "strip": (1, lambda _, text: " ".join(text.split())),
    "basename": (1, lambda _, text: " ".join(os.path.splitext(word)[0] for word in text.split())),
    "suffix": (1, lambda _, text: " ".join(os.path.splitext(word)[1] for word in text.split())),
    "dir": (1, lambda _, text: " ".join(_folder(word) for word in text.split())),
    "firstword": (1, lambda _, text: " ".join(text.split()[:1])),
    "lastword": (1, lambda _, text: " ".join(text.split()[-1:])),
    "sort": (1, lambda _, text: " ".join(sorted(set(text.split())))),
}
