"""Reads `irregular.toml`: what no pattern finds, each with its reason."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from porter.errors import PorterError


@dataclass(frozen=True)
class Irregular:
    """What is decided by hand.

    Attributes:
        names: CUDA name -> HIP name.
        headers: CUDA header -> HIP header.
        unmapped: patterns of CUDA names that are not to be renamed, with the reason, in order.
        skipped: patterns of names that are not part of CUDA's interface.
        reasons: CUDA name or header -> why it stands here.
    """

    names: dict[str, str]
    headers: dict[str, str]
    unmapped: tuple[tuple[re.Pattern[str], str], ...]
    skipped: tuple[re.Pattern[str], ...]
    reasons: dict[str, str]

    def not_in_hip(self, name: str) -> str:
        """Return why a name has no counterpart, or an empty string when nothing says so."""
        return next((why for pattern, why in self.unmapped if pattern.fullmatch(name)), "")

    def is_internal(self, name: str) -> bool:
        """Whether a name is no part of CUDA's interface."""
        return any(pattern.fullmatch(name) for pattern in self.skipped)


def load_irregular(path: Path) -> Irregular:
    """Read the file.

    Raises:
        PorterError: if it cannot be read, or an entry lacks its reason.
    """
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise PorterError(f"cannot read the irregular names: {error}", path=path) from error
    names: dict[str, str] = {}
    headers: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for section, target in (("names", names), ("headers", headers)):
        for group in data.get(section, []):
            reason = group.get("reason", "")
            if not reason:
                raise PorterError(f"a group of [[{section}]] has no reason", path=path)
            for cuda, hip in group["map"].items():
                if cuda in target:
                    raise PorterError(f"{cuda} stands twice in [[{section}]]", path=path)
                target[cuda] = hip
                reasons[cuda] = reason
    unmapped = []
    for group in data.get("unmapped", []):
        if not group.get("reason"):
            raise PorterError("a group of [[unmapped]] has no reason", path=path)
        unmapped += [(re.compile(match), str(group["reason"])) for match in group["match"]]
    skipped = [re.compile(m) for group in data.get("internal", []) for m in group["match"]]
    return Irregular(names, headers, tuple(unmapped), tuple(skipped), reasons)
