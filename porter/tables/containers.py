"""Images, indexes of wheels and packages built for CUDA: `rules/cuda-hip/containers.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from porter.tables.kinds import FILLED_TEXT, TEXT, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, by_name, read

_IMAGE = Shape(
    needs={"distribution": FILLED_TEXT, "image": FILLED_TEXT, "rocm": TEXTS},
    takes={"source": TEXT},
)
_PACKAGE = Shape(needs={"names": TEXTS, "hint": FILLED_TEXT}, takes={"source": TEXT})
_WHEELS = Shape(needs={"rocm": TEXTS}, takes={"source": TEXT})
_TABLE = Shape({"image": Rows(_IMAGE), "package": Rows(_PACKAGE), "wheels": _WHEELS})


@dataclass(frozen=True, slots=True)
class Image:
    """AMD's image on a distribution.

    Attributes:
        name: what it is called, without a tag.
        rocm: the versions of ROCm that it has a tag for.
    """

    name: str
    rocm: tuple[str, ...]


@cache
def images() -> Mapping[str, Image]:
    """Return AMD's images by the distribution that they are on, as NVIDIA's tags name it.

    Raises:
        PorterError: the table is damaged, or gives a distribution twice.
    """
    rows = _document()["image"]
    return by_name(
        _path(), (([row["distribution"]], Image(row["image"], tuple(row["rocm"]))) for row in rows)
    )


def has_wheels(rocm: str) -> bool:
    """Tell whether PyTorch has an index of wheels for a version of ROCm."""
    return rocm in _document()["wheels"]["rocm"]


@cache
def package_hint(name: str) -> str:
    """Return what takes the place of a package that brings CUDA; empty for any other."""
    return next((hint for one, hint in _packages().items() if fnmatchcase(name, one)), "")


@cache
def _packages() -> dict[str, str]:
    rows = _document()["package"]
    return by_name(_path(), ((row["names"], row["hint"]) for row in rows))


@cache
def _document() -> dict[str, Any]:
    return read(_path(), _TABLE)


def _path() -> Path:
    return rules_folder() / "cuda-hip" / "containers.toml"
