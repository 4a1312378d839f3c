"""Advice that a run has already followed is not given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from porter.port.destination import OutputMode

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult
    from porter.report.causes import Cause

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*(?: (?:torch|cmake|plain|ck|native|32|hip))?")


def without_given_advice(found: Iterable[Cause], result: TreeResult) -> list[Cause]:
    """Return causes without hints that name nothing but options that the run was given."""
    given = frozenset(_given(result))
    return [replace(one, hint="") if _is_given(one.hint, given) else one for one in found]


def _is_given(hint: str, given: frozenset[str]) -> bool:
    options = _OPTION.findall(hint)
    return bool(options) and all(option in given for option in options)


def _given(result: TreeResult) -> Iterator[str]:
    """Yield the options of the run, as hints spell them."""
    options = result.conversion.options
    if result.destination.mode is OutputMode.OUT:
        yield "--out"
    for word in ("unsafe", "rename", "dual"):
        if getattr(options, word):
            yield f"--{word}"
    yield f"--to {options.target}"
    yield f"--warp {options.warp}"
    kind = result.conversion.emission.kind
    if kind is not None:
        yield f"--project {kind.value}"
        yield "--project"
