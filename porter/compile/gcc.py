"""What GCC says of a unit of C or C++ that a project's own build gives it.

Clang takes what GCC refuses: `auto int`, a missing header that LLVM's library brings. It refuses
what GCC takes in C: a function that nothing declares.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from porter.compile.errors import CompileError, errors
from porter.compile.read.flags import grouped
from porter.compile.read.unit import Language, Unit

#: Options that change what a source means; GCC has others than clang for the rest.
_MEANS = ("-D", "-U", "-include", "-imacros", "-fopenmp", "-pthread", "-m")
_SECONDS = 120


def gcc(language: Language = Language.CXX) -> str | None:
    """Return where GCC's compiler of C++ or C is; None where none is installed, or of device code.

    Args:
        language: what it is to compile.
    """
    name = {Language.CXX: "g++", Language.C: "gcc"}.get(language)
    return shutil.which(name) if name else None


def gcc_errors(
    compiler: str, unit: Unit, root: Path, headers: Iterable[Path], defines: Iterable[str] = ()
) -> list[CompileError]:
    """Return the errors of GCC in the project's own files; none where it does not answer in time.

    Args:
        compiler: the program.
        unit: a unit of C or C++.
        root: the project.
        headers: folders of other people's headers.
        defines: macros beside the unit's.
    """
    words = [compiler, "-fsyntax-only", "-w", "-x", unit.language, str(root / unit.source)]
    words += [f"-std={unit.standard}", *(f"-D{name}" for name in defines)]
    words += [f"-I{folder}" for folder in unit.includes]
    words += [word for folder in headers for word in ("-isystem", str(folder))]
    for option in grouped(unit.given):
        if option[0].startswith(_MEANS):
            words += option
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [one for one in errors(done.stderr, root) if one.line and not one.header]
