"""A process whose n-th change of the disk fails, or is its last."""

from __future__ import annotations

import errno
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

#: Calls that change what is on the disk; `open` counts where it may create or write.
CHANGES = tuple(
    "open write replace rename unlink remove rmdir mkdir symlink link fchmod chmod fsync".split()
)
#: Calls that need room.
GROWING = frozenset("open write replace rename mkdir symlink link fsync".split())
KILLED = 9


class Fault(NamedTuple):
    """What goes wrong.

    Attributes:
        at: number of the change, from 0; -1 for none.
        kind: "killed before" it, "killed half way" through a write, "full" from there on,
            "full once" or "broken" (EIO) at this one alone.
    """

    at: int = -1
    kind: str = "none"


NONE = Fault()


class Ran(NamedTuple):
    """What came of a process.

    Attributes:
        killed: it was, by the fault.
        value: what its work returned; None when it was killed or raised.
        error: the traceback of what it raised; empty when it raised nothing.
        is_known: what it raised is an error that is told as a message.
        changes: the calls that it made, by name.
    """

    killed: bool
    value: Any = None
    error: str = ""
    is_known: bool = False
    changes: tuple[str, ...] = ()


def faults(changes: tuple[str, ...]) -> Iterator[Fault]:
    """Yield every fault of a process that makes these changes."""
    for at, name in enumerate(changes):
        yield Fault(at, "killed before")
        if name == "write":
            yield Fault(at, "killed half way")
        if name in GROWING:
            yield Fault(at, "full")
            yield Fault(at, "full once")
        yield Fault(at, "broken")


def run(work: Callable[[], object], fault: Fault = NONE) -> Ran:
    """Do `work` in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(work, fault, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        told = stream.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == KILLED:
        return Ran(killed=True)
    assert status == 0, status
    ran = pickle.loads(told)
    assert isinstance(ran, Ran)
    return ran


def _child(work: Callable[[], object], fault: Fault, writing: int) -> None:
    write, done = os.write, []
    try:
        _inject(fault, done)
        try:
            ran = Ran(killed=False, value=work(), changes=tuple(done))
        except BaseException as error:
            from porter.errors import PorterError

            text = "".join(traceback.format_exception(error))
            ran = Ran(False, None, text, isinstance(error, (PorterError, OSError)), tuple(done))
        told = pickle.dumps(ran)
        while told:
            told = told[write(writing, told) :]
        os._exit(0)
    except BaseException:
        sys.__stderr__.write(traceback.format_exc())  # type: ignore[union-attr]
        os._exit(1)


def _inject(fault: Fault, done: list[str]) -> None:
    for name in CHANGES:
        setattr(os, name, _faulty(name, getattr(os, name), fault, done))


def _faulty(name: str, real: Callable[..., Any], fault: Fault, done: list[str]) -> Any:
    def call(*words: Any, **options: Any) -> Any:
        if name == "open" and not words[1] & (os.O_CREAT | os.O_WRONLY | os.O_RDWR):
            return real(*words, **options)
        number = len(done)
        done.append(name)
        if fault.kind == "full" and 0 <= fault.at <= number and name in GROWING:
            _half(name, real, words)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if number == fault.at:
            if fault.kind == "killed before":
                os._exit(KILLED)
            if fault.kind == "killed half way":
                _half(name, real, words)
                os._exit(KILLED)
            if fault.kind == "full once":
                _half(name, real, words)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        # The kernel knows what was written whether or not the disk does, and it is not to crash.
        return None if name == "fsync" else real(*words, **options)

    return call


def _half(name: str, real: Callable[..., Any], words: tuple[Any, ...]) -> None:
    """Do half of a write, as a disk does that gets full."""
    if name == "write":
        handle, data = words
        real(handle, bytes(data)[: len(data) // 2])
