"""Report what a port's build files ask for and do not find, when the conversion is asked to check.

## What it does
`porter convert --check-build` follows the CMake files or Makefiles that the port is built by, as
CMake and make would, and reports where they stop: sources and targets that there are not, a library
of ROCm's packages that no `find_package` in reach brings, commands of FindCUDA's, a
`message(FATAL_ERROR …)` that is reached, prerequisites without a rule, programs of NVIDIA's in
recipes, flags that HIP's compiler refuses, a first target that compiles nothing. What is not
installed here, a package or a newer CMake, and folders that nobody makes are warnings; so is what
may be reached and may not.

## Why
A build file that stops hides all that is behind it, and most of what failed in ports of strangers'
projects without a word of the conversion was in build files.

## What it leaves alone
Everything: the finding names the place. Nothing is run: what `execute_process`, `$(shell …)` or an
`if` that depends on the machine would say is not known, and nothing is said of what hangs on it.
Without `--check-build` it says nothing.

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
