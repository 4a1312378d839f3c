"""What is added to device code for those who watch it run: asked for by the environment, so that a
project's own build and all that it starts add it, too.
"""

from __future__ import annotations

import os
from enum import Enum

#: Names an `Instrumentation`; nothing where there is none.
VARIABLE = "PORTER_CPU_INSTRUMENT"


class Instrumentation(Enum):
    """A way in which code is compiled."""

    NONE = ""
    #: Each access of memory is told to the runtime, with its source line.
    ACCESSES = "accesses"
    #: The debugger's information stays, and nothing is optimised away.
    DEBUGGER = "debugger"

    @classmethod
    def wanted(cls) -> Instrumentation:
        """Return what the environment asks for."""
        return cls(os.environ.get(VARIABLE, ""))

    def device_flags(self, *, is_cuda: bool) -> list[str]:
        """Return clang's flags for device code.

        For CUDA it keeps no more than lines of code that is optimised, unless told that it is not.
        """
        debugger = ["-g", *(["--cuda-noopt-device-debug"] if is_cuda else [])]
        return {"": [], "accesses": ["-gline-tables-only"], "debugger": debugger}[self.value]

    @property
    def host_flags(self) -> list[str]:
        """clang's flags for host code: reports name its lines, where memory was allocated."""
        debugger = ["-g", "-O0"]
        return {"": [], "accesses": ["-gline-tables-only"], "debugger": debugger}[self.value]

    @property
    def retargeting(self) -> list[str]:
        """What the retargeter is told."""
        if self is Instrumentation.NONE:
            return []
        effort = ["--optimize", "0"] if self is Instrumentation.DEBUGGER else []
        return ["--instrument", self.value, *effort]
