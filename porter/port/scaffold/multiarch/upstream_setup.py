"""What upstream's `setup.py` says of its package, read without running it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known

#: What the port's script writes itself.
_OWN = frozenset(("ext_modules", "cmdclass", "script_args"))
_QUOTED = re.compile(rb"""["'](\w++)["']""")
_VARIABLES = ("_CUDA_ARCH", "_BACKEND")


@dataclass(frozen=True)
class Package:
    """A package.

    Attributes:
        keywords: the arguments of `setup`, as Python writes them.
        unknown: those that the script computes in a way that cannot be followed.
    """

    keywords: dict[str, str]
    unknown: tuple[str, ...] = ()


def package_of(root: Path, script: str) -> Package:
    """Return what a script gives `setuptools.setup`.

    Args:
        root: the tree.
        script: its path in it.
    """
    found: dict[str, Any] = {}

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name in ("setup", "setuptools.setup"):
            found.update(keywords)
        return UNKNOWN

    StaticReader(root / script, {}, on_call).run()
    wanted = {name: value for name, value in found.items() if name not in _OWN}
    plain = {name: repr(value) for name, value in wanted.items() if _is_plain(value)}
    return Package(plain, tuple(name for name in wanted if name not in plain))


def prefix_of(script: bytes, name: str) -> str:
    """Return what the variables of a package begin with: `AC4K` of AC4K_CUDA_ARCH.

    Args:
        script: upstream's `setup.py`; empty for none.
        name: of the package, where the script names no such variable.
    """
    for match in _QUOTED.finditer(script):
        for end in _VARIABLES:
            if (word := match[1].decode()).endswith(end):
                return word.removesuffix(end)
    return re.sub(r"\W", "_", name).upper()


def _is_plain(value: Any) -> bool:
    """Tell whether a value is made of constants alone."""
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(one) for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return known(value) and isinstance(value, (str, int, float, bool, type(None)))
