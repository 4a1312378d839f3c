"""Which branches of a conditional the device's pass sees, and which the host's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Branch, Chain, chains, reached
from porter.source.preprocessor.expressions import Macro, World

ARCH = b"__CUDA_ARCH__"
_DEVICE: World = {ARCH: 800, b"__CUDACC__": 1}
_HOST: World = {ARCH: Macro.UNDEFINED, b"__CUDACC__": 1}


class Seen(NamedTuple):
    """A branch, and whether each pass sees it; None where that is not known."""

    branch: Branch
    by_device: bool | None
    by_host: bool | None


def seen(file: SourceFile, chain: Chain) -> list[Seen]:
    """Return the branches of a conditional with what each pass of nvcc sees of them."""
    device, host = (reached(chain, file.code, world) for world in (_DEVICE, _HOST))
    return [Seen(*one) for one in zip(chain.branches, device, host, strict=True)]


def devices_and_hosts(file: SourceFile) -> Iterator[tuple[list[Branch], list[Branch]]]:
    """Yield, of each conditional with both, the device's branches and those of the host's pass."""
    for chain in chains(file.directives, len(file.code)):
        sides = seen(file, chain)
        devices = [
            one.branch for one in sides if one.by_device is not False and one.by_host is False
        ]
        hosts = [one.branch for one in sides if one.by_host is not False]
        if devices and hosts:
            yield devices, hosts
