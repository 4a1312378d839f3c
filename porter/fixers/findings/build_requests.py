"""Report what a port's build files ask for and do not find.

## What it does
Once a port is written, the CMake files, Makefiles and `setup.py` that it is built by are followed
as CMake, make and setuptools would, and it is reported where they stop: sources and targets that
there are not, a library of ROCm's packages that no `find_package` in reach brings, commands of
FindCUDA's, a `message(FATAL_ERROR …)` that is reached, prerequisites without a rule, programs of
NVIDIA's in recipes, flags that HIP's compiler refuses, a first target that compiles nothing.
Folders of the port that are written to and that nobody makes are made, and a note says so: Git
keeps no empty `obj/`. What may be reached and may not is a warning. What only this machine lacks,
a package, a library, a program that a recipe calls, a compiler or a newer CMake, is a warning where
`porter convert --check-build` asks for it; CMake is asked whether its own modules find the packages
that are required. Where a flag or a source hangs on the answer of a program that make or CMake
would run, a note says so; a warning where that is about CUDA.

## Why
A build file that stops hides all that is behind it, and most of what failed in ports of strangers'
projects without a word of the conversion was in build files.

## What it leaves alone
Everything: the finding names the place. Nothing is run: what `execute_process`, `$(shell …)` or an
`if` that depends on the machine would say is not known, but for the files that `find` and `ls`
would list.
Nothing is followed of a part of a project (`--target`), of single files, or of a project for both
sides (`--dual`).

## References
CMake's manual, cmake-commands(7); GNU make's manual, "How make Processes a Makefile".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("FND03", "build-requests", fix=Fix.NONE, languages=(), precedence=Precedence.REPORT)

EXAMPLES = (
    Example(
        "add_executable(app absent.cpp)\n",
        path="CMakeLists.txt",
        title="a build file that nobody has followed",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Say nothing: `porter.trial` follows the build files once the port is written."""
    yield from ()
