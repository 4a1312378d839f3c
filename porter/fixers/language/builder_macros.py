"""Report macros of a project's HIP side that its own builder defines.

## What it does
Where code reads `ROCM_WAVEFRONT_SIZE`, `ROCM_VERSION_MAJOR`, `ROCM_VERSION_MINOR` or
`ROCM_VERSION_PATCH`, and Python of the project hands the macro to the compiler
(`'-DROCM_WAVEFRONT_SIZE=%s' % …`), says which script does, and what another build has to give. Once
a name and file.

## Why
A project that has a HIP side of its own may find these numbers out while it builds. Built by
anything else, `porter build` among it, the name is not defined: `use of undeclared identifier`.

## What it leaves alone
Macros that a source of the unit defines, or a header of ROCm's that it includes
(`rocm_version.h`), and those that no script names.

## References
clang, `-D`; ROCm's `rocm_version.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from porter.fixers import Context, Example, Fix, Rule
from porter.project.compiled_together import headers_of
from porter.project.python_scripts import python_scripts
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_GIVEN = {
    b"ROCM_WAVEFRONT_SIZE": "64 for gfx9, 32 for gfx10 and later",
    b"ROCM_VERSION_MAJOR": "ROCm's",
    b"ROCM_VERSION_MINOR": "ROCm's",
    b"ROCM_VERSION_PATCH": "ROCm's",
}
_NAMES = frozenset(_GIVEN)
_VERSIONS = _NAMES - {b"ROCM_WAVEFRONT_SIZE"}
_HANDED = re.compile(rb"-D\s?(?P<name>ROCM_(?:WAVEFRONT_SIZE|VERSION_(?:MAJOR|MINOR|PATCH)))\s?=")

rule = Rule("LNG66", "builder-macros", names=_NAMES, handles=(), fix=Fix.NONE)

EXAMPLES = (
    Example(
        "constexpr int width = ROCM_WAVEFRONT_SIZE;\n",
        title="where a script of the project gives the macro, and nothing else defines it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding at the first use of each macro that a script gives."""
    root = file.depend_on_tree()
    if root is None:
        return
    given = _given(root)
    if not given:
        return
    wanted = _NAMES & file.names & given.keys()
    if wanted & _VERSIONS and _brings_version(file):
        wanted -= _VERSIONS
    for name in sorted(wanted):
        places = file.all_occurrences(name)
        if not places or any(_defines(data, name) for data in _read_with(file)):
            continue
        path, line = given[name]
        text = name.decode()
        what = f"{text} is a macro that {path}:{line} has the compiler define"
        hint = f"a build that does not run it gives -D{text}=…: {_GIVEN[name]}"
        yield rule.warning((places[0], places[0] + len(name)), what, hint=hint)


@lru_cache(maxsize=4)
def _given(root: Path) -> dict[bytes, tuple[str, int]]:
    """Return the macros that scripts give to the compiler, with the first place of each."""
    found: dict[bytes, tuple[str, int]] = {}
    for path, data in python_scripts(root):
        for match in _HANDED.finditer(data):
            line = data.count(b"\n", 0, match.start()) + 1
            found.setdefault(match["name"], (path, line))
    return found


def _read_with(file: SourceFile) -> Iterator[bytes]:
    yield file.data
    yield from headers_of(file).values()


def _defines(data: bytes, name: bytes) -> bool:
    return re.search(rb"#[ \t]*define[ \t]+%b\b" % name, data) is not None


def _brings_version(file: SourceFile) -> bool:
    return any(b"rocm_version.h" in data for data in _read_with(file))
