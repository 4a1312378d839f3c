"""The copies between host and device in a function of C: `cudaMemcpy(to, from, size, kind)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Copy(NamedTuple):
    """A copy in a function: its arguments as written, and which side is the host's."""

    to: str
    origin: str
    size: str
    kind: str

    @property
    def on_host(self) -> str:
        """The argument that is memory of the host; "" where the copy does not say."""
        if self.kind.endswith("HostToDevice"):
            return self.origin
        return self.to if self.kind.endswith("DeviceToHost") else ""


def copies(body: str) -> Iterator[Copy]:
    """Yield the copies in a function's body.

    Args:
        body: its masked text.
    """
    for statement in body.split(";"):
        _, name, rest = statement.partition("cudaMemcpy")
        if not name:
            continue
        parts = _arguments(rest.partition("(")[2])
        if len(parts) >= 4:
            yield Copy(*(part.strip().lstrip("&") for part in parts[:4]))


def _arguments(text: str) -> list[str]:
    """Return the arguments of a call, up to the parenthesis that closes it."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            break
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
