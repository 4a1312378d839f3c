"""Build files for both sides: HIP's is built where `-DUSE_HIP=ON`, `HIP=1` or PyTorch says so."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from porter.convert.gates import cmake, make, python
from porter.convert.gates.blocks import nested
from porter.convert.gates.statements import merged, text_of
from porter.convert.gates.words import side
from porter.source.text.languages import Language

_MODULES: dict[Language, ModuleType] = {Language.CMAKE: cmake, Language.MAKE: make}

#: What CMake and make are told to build HIP's side; PyTorch says it of itself.
HIP_VARIABLES = {Language.CMAKE: "USE_HIP=ON", Language.MAKE: "HIP=1"}


def can_hold_both(path: str, language: Language) -> bool:
    """Tell whether a file can be for both sides: CMake's, make's, and `setup.py`."""
    return language in _MODULES or path.rpartition("/")[2] == "setup.py"


def holds_both(language: Language, data: bytes) -> bool:
    """Tell whether a file of CMake's or make's has gates in it."""
    words = _MODULES[language].WORDS
    return words.open in data or words.only_cuda in data


def gated_build_file(language: Language, cuda: bytes, hip: bytes) -> bytes:
    """Return a build file for both sides.

    Args:
        language: CMake, make or Python.
        cuda: the bytes of upstream's file.
        hip: those of the port's.

    Raises:
        ValueError: either side could not be told again from the outcome, or upstream has a switch
            of this name.
    """
    module = _MODULES.get(language, python)
    if module.SWITCH in cuda:
        raise ValueError(f"it has a switch of its own, {module.SWITCH.decode()}")
    units = [module.units(data) for data in (cuda, hip)]
    if module is python:
        units[1] = python.documented_alike(*units)
    upstream, port = (nested(one) for one in units)
    made = merged(upstream, port, _Gate(module, b"\r\n" if b"\r\n" in cuda else b"\n").around)
    if not cuda.endswith(b"\n"):
        made = made.rstrip(b"\r\n")
    if build_side(language, made, hip=False) != cuda:
        raise ValueError("CUDA's side would not be what it was")
    told = build_side(language, made, hip=True)
    if told.rstrip(b"\r\n") != text_of(port).rstrip(b"\r\n"):
        raise ValueError("HIP's side would not be the port")
    return made


def build_side(language: Language, data: bytes, *, hip: bool) -> bytes:
    """Return what one side's build does of a file with gates: the other side and gates go.

    Args:
        language: CMake, make or Python.
        data: the bytes of the file.
        hip: HIP's side, not CUDA's.
    """
    module = _MODULES.get(language, python)
    inner = python.to_the_left if module is python else bytes
    return side(data, module.WORDS, hip=hip, inner=inner)


@dataclass(frozen=True, slots=True)
class _Gate:
    """Puts a language's condition around lines."""

    module: ModuleType
    newline: bytes

    def around(self, cuda: bytes, hip: bytes) -> bytes:
        """Return the lines of both behind a condition."""
        words = self.module.WORDS
        first = (hip or cuda).lstrip(b"\r\n")
        blanks = first[: len(first) - len(first.lstrip(b" "))]
        if self.module is make:
            blanks = b""
        head = [words.open, hip, words.otherwise, cuda]
        if not hip:
            head = [words.only_cuda, cuda]
        elif not cuda:
            head = head[:2]
        lines = [*head, words.close]
        return b"".join(self._line(blanks, number, text) for number, text in enumerate(lines))

    def _line(self, blanks: bytes, number: int, text: bytes) -> bytes:
        """Return a line of the gate's own, or lines between two of those."""
        if number % 2 == 0:
            return blanks + text + self.newline
        moved = python.to_the_right(text) if self.module is python else text
        return moved if moved.endswith(b"\n") else moved + self.newline
