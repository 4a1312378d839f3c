"""`--capability`: the compute capability that a port counts as."""

from __future__ import annotations

import re

import click

_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})")


def capability_of(
    context: click.Context, parameter: click.Parameter, text: str
) -> tuple[int, int] | None:
    """Return the compute capability that `text` names, None for the device's own answer."""
    if text == "device":
        return None
    version = _VERSION.fullmatch(text)
    if version is None:
        raise click.BadParameter(f"{text!r} is neither a compute capability, as 8.0, nor device")
    return int(version[1]), int(version[2])
