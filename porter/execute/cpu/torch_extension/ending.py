"""Ends a process without an abort of PyTorch's own threads.

PyTorch runs the backward passes of a device in a thread of its own, which frees a pass after its
caller was given the gradients. Where Python ends in between, freeing an object of Python's ends
that thread out of a destructor, and C++ the process: "terminate called without an active
exception". On a loaded machine that happens to one program in some twenty. So what is left to free
is waited for while Python still runs.
"""

from __future__ import annotations

import atexit
import ctypes
from pathlib import Path

#: What PyTorch calls its threads, in the kernel's table of them.
_NAME = "pt_autograd_"
_TASKS = Path("/proc/self/task")


def wait_for_autograd_at_exit(library: ctypes.CDLL) -> None:
    """Have a program wait, at its end, for the backward passes that it ran.

    Args:
        library: what stands in for PyTorch's library for GPUs.
    """
    atexit.register(_wait, library)


def _wait(library: ctypes.CDLL) -> None:
    # A forked child has none of its parent's threads, and one without passes must not get any.
    if any(_is_autograd(task) for task in _TASKS.glob("*")):
        library.porter_wait_for_autograd()


def _is_autograd(task: Path) -> bool:
    try:
        return (task / "comm").read_text("utf-8", "replace").startswith(_NAME)
    except OSError:  # it has ended
        return False
