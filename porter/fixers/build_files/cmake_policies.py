"""Have CMake 4 take projects that ask for a CMake before 3.5.

## What it does
Where `cmake_minimum_required` or `cmake_policy` names a version below 3.5, the newest version whose
policies may be followed is named behind it: `VERSION 2.8` becomes `VERSION 2.8...3.5`.

## Why
CMake 4 stops at such a line, in any script of a project: `Compatibility with CMake < 3.5 has been
removed`. BLD01 raises what has device code to the CMake that knows HIP, and other folders stay.

## What it leaves alone
Ranges; versions of variables; scripts whose version another rule raises. Where a script sets a
policy below 3.5 to `OLD`, CMake 4 stops there all the same.

## References
CMake's manual: `cmake_minimum_required`, cmake-policies(7); CMake 4.0's release notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.build_files._cmake import changeable
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD61", "cmake-policies", languages=(Language.CMAKE,), precedence=Precedence.REPORT)

_OLDEST = (3, 5)
_ASKING = (b"cmake_minimum_required", b"cmake_policy")
_VERSION = re.compile(rb"(\d+)\.(\d+)(?:\.\d+)*+")

EXAMPLES = (
    Example(
        "cmake_minimum_required(VERSION 2.8)\nproject(host CXX)\n",
        "cmake_minimum_required(VERSION 2.8...3.5)\nproject(host CXX)\n",
        path="CMakeLists.txt",
        title="a folder without device code",
    ),
    Example(
        "cmake_minimum_required(VERSION 3.1...3.20)\n",
        path="CMakeLists.txt",
        title="a range",
    ),
    Example(
        "cmake_minimum_required(VERSION 3.5)\n",
        path="CMakeLists.txt",
        title="a version that CMake 4 takes",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ranges in place of versions."""
    for command in changeable(file):
        if command.name in _ASKING and len(command.arguments) > 1:
            argument = command.arguments[1]
            version = _VERSION.fullmatch(argument.text)
            if version and (int(version[1]), int(version[2])) < _OLDEST:
                span = (argument.text_start, argument.text_end)
                yield rule.replace(span, argument.text + b"...%d.%d" % _OLDEST)
