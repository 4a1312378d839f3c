"""What a CMake file asks for that a machine has or has not: CMake itself, and compilers."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence

from porter.source.build_files.cmake_variables import Variables
from porter.trial.cmake_packages import cmake_version, is_newer

_LITERAL_VERSION = re.compile(r"\d+(?:\.\d+)*")
#: What CMake looks for where nobody names a compiler of a language that few machines have.
#: Source: CMake's `Modules/CMakeDetermineFortranCompiler.cmake`.
_FORTRANS = ("gfortran", "ifort", "ifx", "flang", "nvfortran", "pgfortran", "f95", "f77")


def lacking_compilers(variables: Variables, words: Sequence[str]) -> Iterator[str]:
    """Yield what `project` or `enable_language` asks for and is not installed, a sentence each.

    Args:
        variables: those of the script at this point.
        words: of the command.
    """
    for language in ("C", "CXX"):
        (compiler, *_) = variables.values.get(f"CMAKE_{language}_COMPILER", ["cc"])
        if shutil.which(compiler) is None:
            yield f"the compiler {compiler} is set above, and is not installed"
    if "Fortran" in words and not any(map(shutil.which, _FORTRANS)):
        yield "Fortran is asked for, and no compiler of it is installed"


def lacking_version(words: Sequence[str]) -> str:
    """Return what `cmake_minimum_required` asks for in vain, in a sentence; else nothing."""
    version, installed = words[1].partition("...")[0] if len(words) > 1 else "", cmake_version()
    if not installed or not _LITERAL_VERSION.fullmatch(version) or not is_newer(version, installed):
        return ""
    return f"CMake {version} is asked for, and {installed} is installed"
