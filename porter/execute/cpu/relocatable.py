"""Objects that carry device code which is still to be linked with that of others.

An object of `-fgpu-rdc` holds, beside the host's code, the bitcode of its device code in a section
that linkers leave out of programs, and asks for a symbol that only linked device code defines.
"""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute.cpu.object_files import section
from porter.toolchain.model import Toolchain

_UNITS, _LINKED = ".porter_device", ".porter_linked"
_MAGIC = b"PORTERDC"
_HEADER = struct.Struct("<8s24s16sQ")
_KEY = re.compile(rb"[0-9a-f]{20}")
#: What an object asks for until its device code is linked.
MARK = "porter_device_code_of_"
#: What CUDA's host code calls before main; nvlink defines it in its own object for each unit.
_REGISTERS_LINKED = re.compile(rb"__cudaRegisterLinkedBinary__nv_[0-9a-f]+")


class DeviceUnit(NamedTuple):
    """The device code of one source.

    Args:
        key: what the host's code calls it.
        architecture: for which it was compiled.
        bitcode: as clang made it.
    """

    key: str
    architecture: str
    bitcode: bytes


def carry(toolchain: Toolchain, bitcode: Path, key: str, architecture: str, output: Path) -> None:
    """Write the object that carries a unit's device code.

    Args:
        toolchain: what assembles it.
        bitcode: the device code.
        key: what the host's code calls it.
        architecture: for which it was compiled.
        output: the object.
    """
    header = _HEADER.pack(_MAGIC, key.encode(), architecture.encode(), bitcode.stat().st_size)
    text = f"""\
.section {_UNITS},"e",@progbits
.p2align 3
.byte {", ".join(map(str, header))}
.incbin "{bitcode}"
.p2align 3
.section .data.porter_asks,"aw",@progbits
.quad {MARK}{key}
"""
    _assemble(toolchain, text, output)


def mark_linked(toolchain: Toolchain, keys: Iterable[str], output: Path) -> None:
    """Write an object that says of units that their device code is linked.

    Args:
        toolchain: what assembles it.
        keys: of the units.
        output: the object.
    """
    lines = [f'.section {_LINKED},"e",@progbits']
    keys = list(keys)
    lines += [f'.ascii "{key}"' for key in keys]
    lines.append(".data")
    for key in keys:
        lines += [f".hidden {MARK}{key}", f".globl {MARK}{key}", f"{MARK}{key}: .byte 0"]
    _assemble(toolchain, "\n".join([*lines, ""]), output)


def register_linked(toolchain: Toolchain, host_object: Path) -> None:
    """Have CUDA's host code announce its unit to the executor's runtime in place of nvlink's code.

    Args:
        toolchain: what changes the object.
        host_object: the object, which is changed.
    """
    names = set(_REGISTERS_LINKED.findall(host_object.read_bytes()))
    words = [f"--redefine-sym={name.decode()}=porter_register_linked" for name in sorted(names)]
    if words:
        command = [str(toolchain.tool("llvm-objcopy")), *words, str(host_object)]
        subprocess.run(command, check=True)


def units(data: bytes) -> Iterator[DeviceUnit]:
    """Yield the units that an object carries; several when objects were merged.

    Raises:
        PorterError: the object is damaged.
    """
    content = section(data, _UNITS.encode())
    at = 0
    while (at := content.find(_MAGIC, at)) >= 0:
        try:
            _, key, architecture, size = _HEADER.unpack_from(content, at)
        except struct.error as error:
            raise PorterError("damaged device code in an object file") from error
        at += _HEADER.size
        if not _KEY.fullmatch(key := key.rstrip(b"\0")) or at + size > len(content):
            raise PorterError("damaged device code in an object file")
        named = architecture.rstrip(b"\0").decode("ascii", "replace")
        yield DeviceUnit(key.decode(), named, content[at : at + size])
        at += size


def linked(data: bytes) -> set[str]:
    """Return the keys of the units whose linked device code an object holds."""
    return {key.decode() for key in _KEY.findall(section(data, _LINKED.encode()))}


def _assemble(toolchain: Toolchain, text: str, output: Path) -> None:
    command = [str(toolchain.clang), *toolchain.host_flags(), "-x", "assembler", "-", "-c"]
    subprocess.run([*command, "-o", str(output)], input=text, text=True, check=True)
