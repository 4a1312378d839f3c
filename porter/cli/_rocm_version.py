"""The ROCm that a port is for."""

from __future__ import annotations

import re

import click

from porter.options import DEFAULT_ROCM


def rocm_version(text: str | None) -> tuple[int, int]:
    """Return the ROCm of the port: the one named, else the installed one, else the default."""
    if text is None:
        from porter.toolchain.home import Prefix, porter_home
        from porter.toolchain.rocm import headers

        found = next(headers(Prefix(porter_home())), None)
        if found is None:
            return DEFAULT_ROCM
        text = found.version
    match = re.fullmatch(r"(\d+)\.(\d+)(?:\.\d+)*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a version such as 6.4", param_hint="--rocm")
    return int(match.group(1)), int(match.group(2))
