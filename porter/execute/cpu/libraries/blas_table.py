"""Reads `blas.toml`: the functions of hipBLAS and cuBLAS, and what each takes."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.tables.kinds import FILLED_TEXT, FLAG, INTEGER, TEXTS
from porter.tables.toml import Named, Shape, read

_PATH = Path(__file__).with_name("blas.toml")
_FLAGS = ("forward", "v2", "hip", "wide", "legacy")
_ROW = Shape(
    needs={"names": FILLED_TEXT, "takes": FILLED_TEXT, "level": INTEGER},
    takes={"own": FILLED_TEXT, "cuda": TEXTS, **dict.fromkeys(_FLAGS, FLAG)},
)
_PARAMETER = re.compile(
    r"(?P<access>[*=?]?)(?P<name>\w+)(?:\[(?P<rows>[^]]+)\]|:(?P<kind>\w+))?(?:\s|$)"
)
_ENUMERATORS = ("op", "transpose", "adjoint", "uplo", "side", "diag")
_SIZES = ("m", "n", "k", "kl", "ku")
_SCALARS = ("alpha", "beta")


class Parameter(NamedTuple):
    """A parameter of a function.

    Args:
        name: what it is called.
        kind: "op", "transpose", "adjoint", "uplo", "side", "diag"; "size"; "scalar"; "vector",
            "matrix", "packed"; "result".
        type: "" for the function's type, "real" for its real one, "int".
        written: whether the function writes it.
        rows: of a matrix, the least leading dimension, in C++.
        factor: the scalar that makes the array needless where it is zero; empty for none.
    """

    name: str
    kind: str
    type: str = ""
    written: bool = False
    rows: str = ""
    factor: str = ""

    @property
    def is_array(self) -> bool:
        """Whether each member of a batch has one of its own."""
        return self.kind in ("vector", "matrix", "packed")


class Family(NamedTuple):
    """A function for several types of elements.

    Args:
        name: the row's.
        names: what follows the vendor's prefix -> the letter of the type of elements.
        parameters: without handle and batch.
        level: of BLAS.
        own: what it is called where it is written here; empty for a function of the host's BLAS.
        forward: whether steps below one mean nothing to do.
        v2: whether CUDA's plain name ends with _v2.
        hip: whether HIP has it.
        cuda: CUDA's variants.
        wide: whether there are names for sizes of 64 bits.
        legacy: whether CUDA's first interface has it under these names.
    """

    name: str
    names: dict[str, str]
    parameters: tuple[Parameter, ...]
    level: int
    own: str
    forward: bool
    v2: bool
    hip: bool
    cuda: tuple[str, ...]
    wide: bool
    legacy: bool


@lru_cache(maxsize=1)
def families() -> tuple[Family, ...]:
    """Return every row.

    Raises:
        PorterError: the table is damaged.
    """
    return tuple(_family(name, row) for name, row in read(_PATH, Named(_ROW)).items())


def _family(name: str, row: dict[str, Any]) -> Family:
    words = row["names"].split()
    names = dict(word.split(":") for word in words if ":" in word)
    names |= {
        f"{letter.upper()}{name}": letter for word in words if ":" not in word for letter in word
    }
    return Family(
        name,
        names,
        tuple(_parameters(name, row["takes"])),
        row["level"],
        row.get("own", ""),
        row.get("forward", False),
        row.get("v2", True),
        row.get("hip", True),
        tuple(row.get("cuda", [""])),
        row.get("wide", True),
        row.get("legacy", row.get("v2", True) and "own" not in row and "cuda" not in row),
    )


def _parameters(row: str, text: str) -> list[Parameter]:
    found: list[Parameter] = []
    place = 0
    while place < len(text):
        match = _PARAMETER.match(text, place)
        if match is None:
            raise PorterError(f"{row}: no parameter: {text[place:]}", path=_PATH)
        one = _parameter(match)
        if match["access"] == "?":  # what stands before it is its factor
            one = one._replace(factor=found[-1].name)
        found.append(one)
        place = match.end()
    return found


def _parameter(match: re.Match[str]) -> Parameter:
    name, kind, written = match["name"], match["kind"] or "", match["access"] == "*"
    if match["access"] == "=":
        return Parameter(name, "result", kind, True)
    if match["rows"]:
        return Parameter(name, "matrix", "", written, match["rows"])
    if kind.startswith("packed"):
        return Parameter(name, "packed", kind.partition("_")[2], written)
    if kind in _ENUMERATORS or name in _ENUMERATORS:
        return Parameter(name, kind or name)
    if name in _SIZES:
        return Parameter(name, "size")
    if kind in ("real", "scalar") or name in _SCALARS:
        return Parameter(name, "scalar", kind.replace("scalar", ""))
    return Parameter(name, "vector", "", written)
