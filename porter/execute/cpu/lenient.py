"""What nvcc takes in CUDA and clang does not: what clang refused, and how it reads for clang.

Registers of inline PTX with one percent sign (`single_percent.py`) and its operands without a comma
between them (`unparted_operands.py`); `alignas` among the specifiers
of a variable, which clang wants in front of them; variables in shared memory whose type has a
constructor, which nvcc does not run (CUDA C++ Programming Guide, "__shared__"); and `threadIdx` and
its kin as operands of `?:`, which are `uint3` and `dim3` in CUDA ("Built-in Variables") and of a
type of its own each in clang's headers; launches with blanks in `<<<` and `>>>`, and with grids and
blocks in braces; parameters that are arrays with `__restrict__`; `extern` before shared memory of a
known size, which is a definition all the same; a project's own `atomicAdd(double *, double)`, which
CUDA has itself for compute capability 6.0 and later, so that nvcc takes it for those before; zeros
for arrays whose length only the run knows, and macros right behind a string, which GCC takes. A
notebook's `%%cu` is no nvcc's: the notebook takes the line away.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from porter.execute.cpu import single_percent, unparted_operands
from porter.files.real_path import real_path
from porter.fixers.language.alignment import moved
from porter.fixers.language.cell_magics import commented_out
from porter.fixers.language.literal_suffixes import spaced
from porter.fixers.language.own_overloads import marked
from porter.fixers.language.restrict_arrays import pointers
from porter.fixers.language.runtime_arrays import cleared
from porter.fixers.launch import braced_parameters
from porter.fixers.launch.spaced_chevrons import closed_up
from porter.source import SourceFile
from porter.source.text.apply import apply_edits
from porter.source.text.languages import Language
from porter.source.text.runs import word_start

#: What clang says behind the name, line and column.
_REFUSAL = re.compile(
    r"(?m)^([^:\n]++):(\d++):\d++: error: (?:invalid % escape in inline assembly string"
    r"|an attribute list cannot appear here|'alignas' attribute cannot be applied to types"
    r"|(?P<constructed>initialization is not supported for __shared__ variables)"
    r"|(?P<outside>__shared__ variable '\w+' cannot be 'extern')"
    r"|(?P<chosen>incompatible operand types \('const __cuda_builtin_)"
    r"|redefinition of 'atomic"
    r"|invalid suffix on literal; C\+\+11 requires a space"
    r"|restrict requires a pointer or reference"
    r"|variable-sized object may not be initialized"
    r"|expected unqualified-id\n[^\n]*%%[A-Za-z]"
    r"|expected '\)'\n[^\n]*\)[ \t]*+\""
    r"|expected expression\n[^\n]*(?:<<[ \t]++<|>>[ \t]++>|{))"
)
_EXTERN = re.compile(rb"\bextern\s++")
_COORDINATES = re.compile(rb"(?<![\w.])(?:(threadIdx|blockIdx)|(?:blockDim|gridDim))\b(?!\s*+\.)")


class Refusals:
    """What a compiler refused of what nvcc takes.

    Args:
        errors: what clang wrote on stderr.
    """

    def __init__(self, errors: str) -> None:
        self._lines: dict[Path, dict[int, Callable[[bytes], bytes]]] = {}
        for refusal in _REFUSAL.finditer(errors):
            lines = self._lines.setdefault(real_path(Path(refusal[1])), {})
            number = int(refusal[2])
            if refusal["constructed"]:
                lines[number] = _storage
            elif refusal["outside"]:
                lines[number] = _definition
            elif refusal["chosen"]:
                # The place is that of the question mark, behind which both operands are.
                lines.update(dict.fromkeys(range(number, number + 3), _vectors))

    @property
    def files(self) -> set[Path]:
        """The files in which something was refused."""
        return set(self._lines)

    def mended(self, path: Path, data: bytes) -> bytes:
        """Return a source as clang takes it.

        Args:
            path: one of the files.
            data: its bytes.
        """
        lines = data.splitlines(keepends=True)
        for number, mend in self._lines.get(path, {}).items():
            lines[number - 1 : number] = map(mend, lines[number - 1 : number])
        data = single_percent.doubled(path, b"".join(lines))
        data = unparted_operands.parted(path, data)
        file = SourceFile(path.as_posix(), data, Language.CUDA)
        parts = chain(closed_up(file), braced_parameters.made(file), pointers(file), cleared(file))
        edits = [*commented_out(file), *moved(file), *marked(file), *spaced(file)]
        edits += chain.from_iterable(parts)
        return apply_edits(file.data, edits)[0]


def _vectors(line: bytes) -> bytes:
    """Return a line in which the whole variables are of the types that CUDA gives them."""
    return _COORDINATES.sub(
        lambda found: (b"uint3(%b)" if found[1] else b"dim3(%b)") % found[0], line
    )


def _definition(line: bytes) -> bytes:
    """Return a line with a definition of shared memory of a known size, which nvcc takes it for."""
    before, shared, rest = line.partition(b"__shared__")
    earlier, semicolon, declared = before.rpartition(b";")
    return earlier + semicolon + _EXTERN.sub(b"", declared) + shared + rest


def _storage(line: bytes) -> bytes:
    """Return a line with memory for a variable that no constructor runs for, and a reference."""
    before, _, rest = line.partition(b"__shared__")
    text, semicolon, after = rest.partition(b";")
    declared, bracket, length = text.strip().partition(b"[")
    declared = declared.rstrip()
    size = bracket + length
    start = word_start(declared, len(declared))
    kind, name = declared[:start].rstrip(), declared[start:]
    if not semicolon or not kind or not name or any(sign in text for sign in b"={}()"):
        return line
    reference = b"(&%b)%b" % (name, size) if size else b"&" + name
    times = b" * (%b)" % size[1:-1] if size else b""
    made = (
        b"alignas(%b) __shared__ char porter_%b[sizeof(%b)%b]; %b %b = reinterpret_cast<%b (&)%b>"
        b"(porter_%b);" % (kind, name, kind, times, kind, reference, kind, size, name)
    )
    return before + made + after
