"""What a compiler says of upstream's own units, with CUDA's headers.

Where a port does not compile and upstream does not either, the fault is no port's.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
from functools import cached_property
from pathlib import Path, PurePosixPath

from porter.compile.errors import errors
from porter.compile.feedback.causes import Cause, Kind
from porter.compile.gcc import gcc, gcc_errors
from porter.compile.read.unit import Language, Unit
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.dialects import Cuda
from porter.files.regular import read_regular_text
from porter.toolchain.discovery import find

#: NVIDIA's architecture that units are compiled for, and the seconds that one may take.
_ARCHITECTURE = "sm_80"
_SECONDS = 120
#: An option that a host compiler does not know.
_UNKNOWN = re.compile(r"(?m)^(?:gcc|g\+\+|cc1(?:plus)?): error: unrecognized .*option ‘([^’]+)’")
_NVCC = re.compile(r"(?i)nvcc")
_EXPANDED = re.compile(r"(?m)^(?P<place>[^:\n]++(?::\d++){2}): note: expanded from macro")
_INCLUDER = re.compile(r"(?m)^(?:In file included| +) from ([^:\n]+):\d+")


class Upstream:
    """Upstream's tree, whose units are compiled as its own build files say.

    Args:
        root: the tree.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def judged(self, cause: Cause, output: str) -> Cause:
        """Return a cause that nothing accounts for, or that upstream is refused there, too.

        Args:
            cause: what is known of the first place that failed.
            output: what the port's build printed.
        """
        if cause.kind is not Kind.UNREPORTED or not cause.upstream:
            return cause
        path, _, line = cause.upstream.rpartition(":")
        if (option := _UNKNOWN.search(output)) is not None and not _NVCC.search(cause.source):
            is_upstreams = option[1] in _text(self._root / path)
            return cause._replace(kind=Kind.REFUSED) if is_upstreams else cause
        try:
            unit = self._unit_of(path, output)
            refused = unit is not None and (path, int(line)) in self._places(unit)
        except PorterError:  # no units, or no headers of CUDA's to ask
            return cause
        return cause._replace(kind=Kind.REFUSED) if refused else cause

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.source: unit for unit in find_units(self._root)}

    def _unit_of(self, path: str, output: str) -> Unit | None:
        """Return the unit of a source; of a header, one that a message says includes it."""
        if (unit := self._units.get(path)) is not None:
            return unit
        names = {PurePosixPath(name).name for name in _INCLUDER.findall(output)}
        return next((one for one in self._units.values() if Path(one.source).name in names), None)

    def _places(self, unit: Unit) -> set[tuple[str, int]]:
        """Return where a compiler refuses a unit: paths in the tree, and lines."""
        flags = [*unit.given, *(f"-I{folder}" for folder in unit.includes), "-ferror-limit=0"]
        flags += [f"-std={unit.std}"] if unit.std else []
        cuda = Cuda(Architecture(_ARCHITECTURE), find(for_executor=True))
        source = self._root / unit.source
        if unit.language is Language.HIP:
            words = cuda.command(source, flags)
        else:
            words = [str(cuda.toolchain.clang), "-x", unit.language, str(source), "-w", *flags]
            words += [word for one in cuda.host_includes() for word in ("-isystem", str(one))]
            words += cuda.toolchain.host_flags()
        done = subprocess.run(
            [*words, "-fsyntax-only"], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
        found = {(one.file, one.line) for one in errors(done.stderr, self._root)}
        # g++ names the macro's own line where clang names the place that it is used at.
        expanded = _EXPANDED.sub(r"\g<place>: error: in", done.stderr)
        found |= {(one.file, one.line) for one in errors(expanded, self._root)}
        if (compiler := gcc(unit.language)) is not None:
            refused = gcc_errors(compiler, unit, self._root, cuda.host_includes())
            found |= {(one.file, one.line) for one in refused}
        return {(posixpath.normpath(path), line) for path, line in found}


def _text(path: Path) -> str:
    try:
        return read_regular_text(path, errors="replace")
    except OSError:
        return ""
