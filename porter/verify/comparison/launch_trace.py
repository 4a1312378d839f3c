"""A trace of a run, launch by launch, as `PORTER_CPU_TRACE` and `PORTER_TRACE` write it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.execute.cpu.device_image import qualified_name
from porter.files import json_values as values

_SCALARS = {
    "float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16",
    "bool": "bool", "char": "int8", "signed char": "int8", "unsigned char": "uint8",
    "uchar": "uint8", "short": "int16", "unsigned short": "uint16", "ushort": "uint16",
    "int": "int32", "unsigned int": "uint32", "uint": "uint32", "unsigned": "uint32",
    "long": "int64", "unsigned long": "uint64", "long long": "int64",
    "unsigned long long": "uint64",
}  # fmt: skip
_VECTOR = re.compile(r"HIP_vector_type<(.+), \d+u?>")
_HEXADECIMAL = re.compile(r"[0-9a-f]*")
#: What is always said of a buffer, and what is of one of which bytes are kept.
_BUFFER = ("place", "bytes", "offset", "hash", "bag")
_STORED = ("at", "stored", "sample", "step")
_STATE = re.compile(r"\b(?:cu|hip|roc)rand_?[sS]tate")
_HALF = re.compile(r"__(?:half|nv_bfloat|hip_bfloat)(16)?(2|_raw|162)?")


@dataclass(frozen=True)
class Buffer:
    """Memory that a launch could reach, after it.

    Attributes:
        place: number of the argument that points to it, then "+bytes" for a pointer inside an
            aggregate or ">bytes" for one inside another buffer; or the name of a device variable.
        bytes: its size.
        offset: where in it the pointer points.
        hash: of all its bytes.
        bag: hash of its 4-byte words whatever their order.
        stored: the bytes that were kept; None when only the hash was.
        sample: bytes of each sample of it.
        step: bytes from one sample to the next.
    """

    place: str
    bytes: int
    offset: int
    hash: str
    bag: str
    stored: NDArray[np.uint8] | None = None
    sample: int = 0
    step: int = 0

    @property
    def is_sampled(self) -> bool:
        """Whether only part of it was kept."""
        return self.stored is not None and len(self.stored) < self.bytes

    def element(self, index: int, size: int) -> int:
        """Return which element of the buffer a stored one is; elements of `size` bytes."""
        byte = index * size
        return (byte // self.sample * self.step + byte % self.sample) // size


@dataclass(frozen=True)
class Launch:
    """One launch.

    Attributes:
        index: its number in the run, from 1.
        signature: the kernel, demangled.
        grid: blocks.
        block: threads of a block.
        lds: bytes of dynamic LDS.
        values: arguments that are no pointers, as hex; None for pointers and aggregates.
        buffers: what it could reach.
    """

    index: int
    signature: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    lds: int
    values: tuple[str | None, ...]
    buffers: tuple[Buffer, ...]

    @cached_property
    def name(self) -> str:
        """The kernel's own name, without scope and template arguments."""
        return re.sub(r"<.*", "", qualified_name(self.signature)).rpartition("::")[2]

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The types of its parameters."""
        depth, start, types = 0, 0, []
        text = self.signature[self.signature.rfind(qualified_name(self.signature)) :]
        text = text[len(qualified_name(self.signature)) :].strip()[1:-1]
        for i, character in enumerate(text):
            depth += (character in "<([") - (character in ">)]")
            if character == "," and depth == 0:
                types.append(text[start:i].strip())
                start = i + 1
        return (*types, text[start:].strip()) if text else ()

    @cached_property
    def results(self) -> tuple[Buffer, ...]:
        """What it could reach, without the states of random number generators.

        A state has bytes that its library never writes; what is drawn by it is seen elsewhere.
        """
        return tuple(one for one in self.buffers if not self._is_of_state(one))

    def _is_of_state(self, buffer: Buffer) -> bool:
        number = re.match(r"\d+", buffer.place)
        index = int(number[0]) if number else len(self.parameters)
        return index < len(self.parameters) and bool(_STATE.search(self.parameters[index]))

    def dtype(self, buffer: Buffer) -> str:
        """Return the format of a buffer's elements, from the parameter that points to it.

        Returns:
            A name of `formats.FORMATS`; empty when the type does not tell.
        """
        if not buffer.place.isdigit() or int(buffer.place) >= len(self.parameters):
            return ""
        pointer = self.parameters[int(buffer.place)]
        if not pointer.rstrip().endswith("*"):
            return ""
        return _format(pointer.rstrip()[:-1])


@dataclass(frozen=True)
class Trace:
    """The launches of one run.

    Attributes:
        launches: in order; of several processes one after the other.
        notes: what the run could not write down, a sentence each.
    """

    launches: tuple[Launch, ...]
    notes: tuple[str, ...] = ()


def read(folder: Path, *, is_stopped: bool = False) -> Trace:
    """Return the launches of a run.

    Args:
        folder: what `PORTER_CPU_TRACE` or `PORTER_TRACE` named.
        is_stopped: the run was, perhaps while it wrote down its last launch.

    Raises:
        PorterError: a line is cut off or damaged.
    """
    launches: list[Launch] = []
    notes: list[str] = []
    for path in sorted(folder.glob("launches-*.jsonl")):
        kept = contents_beside(path)
        size = kept.stat().st_size if kept.is_file() else 0
        contents = np.memmap(kept, np.uint8, "r") if size else np.empty(0, np.uint8)
        lines = path.read_bytes().splitlines()
        for line in lines:
            try:
                record = values.parsed(line.decode())
                if "note" in values.table(record):
                    notes.append(values.text(record["note"]))
                else:
                    launches.append(_launch(len(launches) + 1, record, contents))
            except ValueError as error:
                if is_stopped and line is lines[-1]:
                    break
                raise PorterError(f"is not a trace: {error}", path=path) from error
    return Trace(tuple(launches), tuple(dict.fromkeys(notes)))


def contents_beside(launches: Path) -> Path:
    """Return the file that holds the contents for a file of launches."""
    return launches.with_name(launches.name.replace("launches", "contents")).with_suffix(".bin")


def _launch(index: int, value: Any, contents: NDArray[np.uint8]) -> Launch:
    record = values.fields(value, ("kernel", "grid", "block", "lds", "values", "buffers"))
    return Launch(
        index,
        values.text(record["kernel"]),
        tuple(map(values.whole, values.row(record["grid"], 3))),
        tuple(map(values.whole, values.row(record["block"], 3))),
        values.whole(record["lds"]),
        tuple(None if one is None else _hexadecimal(one) for one in values.rows(record["values"])),
        tuple(_buffer(one, contents) for one in values.rows(record["buffers"])),
    )


def _hexadecimal(value: Any) -> str:
    if not _HEXADECIMAL.fullmatch(values.text(value)):
        raise ValueError("a hexadecimal number was expected")
    return str(value)


def _buffer(value: Any, contents: NDArray[np.uint8]) -> Buffer:
    record = values.fields(value, _BUFFER, _STORED)
    at, size, sample, step = (values.whole(record.get(name, 0)) for name in _STORED)
    if at + size > len(contents) or ("at" in record and "stored" not in record):
        raise ValueError("the contents of a buffer are not there")
    if size and not 0 < sample <= step:
        raise ValueError("samples of a buffer overlap")
    return Buffer(
        values.text(record["place"]),
        values.whole(record["bytes"]),
        values.whole(record["offset"]),
        values.text(record["hash"]),
        values.text(record["bag"]),
        contents[at : at + size] if "at" in record else None,
        sample,
        step,
    )


def _format(text: str) -> str:
    """Return the format that a C++ type is made of."""
    words = re.sub(r"\b(?:const|volatile|__restrict__)\b", "", text).split()
    name = " ".join(words)
    vector = _VECTOR.fullmatch(name)
    if vector:
        return _format(vector[1])
    if _HALF.fullmatch(name) or name in ("hip_bfloat16", "__hip_bfloat162"):
        return "bfloat16" if "bfloat" in name else "float16"
    return _SCALARS.get(name, _SCALARS.get(re.sub(r"[1-4]$", "", name), ""))
