"""What porter can do on a machine of this kind, whatever is installed on it.

Everything that reads and writes sources is Python and runs wherever its packages do. Compilers with
ROCm's headers and device libraries are for Linux; the cpu executor makes code for x86-64.
"""

from __future__ import annotations

import platform

from porter.errors import PorterError

_NAMES = {"Darwin": "macOS"}
#: The processors that the cpu executor makes code for, as `platform.machine` calls them.
_EXECUTES = frozenset(("x86_64", "AMD64", "amd64"))
_ELSEWHERE = (
    "convert, assess, check, sync, report, edits, rules and explain work here; compile and compare "
    "on Linux, or in a container of it: docs/installation.md"
)
_NOT_RUN = (
    "ports compile here (porter build), and run on an AMD GPU (--on hip:gpu); without one, run and "
    "verify on an x86-64 machine: docs/installation.md"
)


def why_not_compiled() -> str:
    """Return why ports cannot be compiled on this kind of machine; empty where they can."""
    system = platform.system()
    if system == "Linux":
        return ""
    return f"ports are compiled on Linux, and this is {_NAMES.get(system, system)}"


def why_not_executed() -> str:
    """Return why ports cannot be run on this kind of processor; empty where they can."""
    if (reason := why_not_compiled()) or platform.machine() in _EXECUTES:
        return reason
    return f"the cpu executor makes code for x86-64, and this machine is {platform.machine()}"


def expect_compiler() -> None:
    """Refuse at once where ports cannot be compiled.

    Raises:
        PorterError: this is no Linux.
    """
    if reason := why_not_compiled():
        raise PorterError(reason, hint=_ELSEWHERE)


def expect_executor() -> None:
    """Refuse at once where the cpu executor cannot run.

    Raises:
        PorterError: this is no Linux, or no x86-64.
    """
    expect_compiler()
    if reason := why_not_executed():
        raise PorterError(reason, hint=_NOT_RUN)


def bundle_host() -> str:
    """Return how clang's bundler calls this machine."""
    machine = platform.machine()
    # With the environment (`-gnu`): clang 22 insists on it, older ones take both.
    return f"host-{'x86_64' if machine in _EXECUTES else machine}-unknown-linux-gnu"
