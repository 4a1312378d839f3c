"""Findings in words: one sentence of what happened, and one of the memory that it happened to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from porter.listing import number_of

if TYPE_CHECKING:
    from porter.execute.cpu.checking.findings import Finding, Memory, WorkItem
    from porter.execute.cpu.checking.symbols import Frame

_KINDS = {
    "out of range": "{access} of {bytes} outside memory",
    "use after free": "{access} of {bytes} in memory that was freed",
    "null pointer": "{access} of {bytes} through a null pointer",
    "no allocation": "{access} of {bytes} where no allocation is, nor was",
    "never written": "{access} of {bytes} that were never written",
    "misaligned": "{access} of {bytes} at an address that is not aligned for it",
    "division by zero": "an integer is divided by zero",
    "double free": "memory is freed that was freed before",
    "invalid free": "what is freed is no allocation",
    "write after write": "{access} of {bytes} that another work-item has written, unordered",
    "write after read": "{access} of {bytes} that another work-item has read, unordered",
    "read after write": "{access} of {bytes} that another work-item has written, unordered",
    "different barriers": "work-items of a block wait at different barriers",
    "ended before the barrier": "work-items of the block ended before this barrier",
    "lane outside its own mask": "a lane calls a warp operation that does not name it",
    "named lanes do not come": "a warp operation names lanes that are elsewhere",
    "never freed": "memory is never freed",
    "waits for ever": "the kernel waits for what never comes, and was stopped",
    "computes for ever": "the kernel computes without an end, and was stopped",
    "out of time": "the kernel still ran when the program's time was nearly over, and was stopped",
    "not watched": "the kernel was compiled without being watched: build it under --check, too",
    "trap": "the kernel trapped",
    "failed assertion": "an assertion of the kernel failed",
    "fault": "the kernel faulted, and was stopped",
}


def sentence(finding: Finding) -> str:
    """Return what happened, such as "write of 4 bytes outside memory"."""
    text = _KINDS.get(finding.kind, finding.kind)
    access = finding.item.access if finding.item is not None else ""
    return text.format(access=access or "access", bytes=number_of(finding.bytes, "byte"))


def of_memory(finding: Finding) -> str:
    """Return where that is, such as "0 bytes behind device memory of 256 bytes"; maybe nothing."""
    memory = finding.memory
    if memory is None:
        return f"byte {finding.offset} of LDS" if finding.space == "LDS" else ""
    if finding.check == "leaks":
        return f"{memory.name} of {number_of(memory.bytes, 'byte')}"
    space = " in LDS" if finding.space == "LDS" else ""
    return f"{_offset(memory)} {memory.name} of {number_of(memory.bytes, 'byte')}{space}"


def of_item(item: WorkItem) -> str:
    """Return who it was: "kernel fill(int*), block (0, 0, 0), thread (64, 0, 0)"; maybe all."""
    if not item.block:
        return f"kernel {item.kernel}"
    block, thread = (f"({', '.join(map(str, index))})" for index in (item.block, item.thread))
    return f"kernel {item.kernel}, block {block}, thread {thread}"


def of_frame(frame: Frame, folder: Path) -> str:
    """Return a source line as compilers name theirs, relative to a folder where it lies in it."""
    column = f":{frame.column}" if frame.column else ""
    function = f" in {frame.function}" if frame.function else ""
    return f"{relative(frame.file, folder)}:{frame.line}{column}{function}"


def relative(file: str, folder: Path) -> str:
    """Return a path relative to a folder where it lies in it."""
    path = Path(file)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else file


def _offset(memory: Memory) -> str:
    if memory.offset < 0:
        return f"{number_of(-memory.offset, 'byte')} before"
    if memory.offset >= memory.bytes:
        return f"{number_of(memory.offset - memory.bytes, 'byte')} behind"
    return f"byte {memory.offset} of"
