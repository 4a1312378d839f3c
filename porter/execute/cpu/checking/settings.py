"""What a program is watched for, and how that is said to it and to all that it starts."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from porter.execute.cpu import instrumentation
from porter.execute.cpu.instrumentation import Instrumentation
from porter.processes.set_variables import set_variables

#: What can be looked for, with what it finds.
CHECKS = {
    "memory": "accesses out of range, of freed memory, of what was never written, misaligned ones",
    "races": "accesses of one place in LDS or memory that no barrier and no atomic orders",
    "barriers": "barriers and warp operations that not all come to",
    "leaks": "memory that is never freed",
}
_PROFILE = "profile"


@dataclass(frozen=True)
class Watch:
    """How a program is watched.

    Args:
        checks: names of `CHECKS`.
        profile: whether time, barriers and bytes are counted.
        seed: of the order in which blocks and waves run; None for the usual order.
    """

    checks: tuple[str, ...] = ()
    profile: bool = False
    seed: int | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked for."""
        return not self.checks and not self.profile and self.seed is None

    @property
    def reports(self) -> bool:
        """Whether there will be something to read."""
        return bool(self.checks) or self.profile

    def environment(self, folder: Path) -> dict[str, str]:
        """Return the variables that say so.

        Args:
            folder: where the programs write what they find.
        """
        names = (*self.checks, *((_PROFILE,) if self.profile else ()))
        variables = {} if self.seed is None else {"PORTER_CPU_ORDER": str(self.seed)}
        if names:
            variables |= {"PORTER_CPU_CHECK": ",".join(names), "PORTER_CPU_REPORT": str(folder)}
        # Waves of kernels without barriers have an order, too, where each work-item is apart.
        return {**variables, instrumentation.VARIABLE: Instrumentation.ACCESSES.value}

    @contextmanager
    def watching(self) -> Iterator[Path]:
        """Have programs of this process watched; what they find is in the folder."""
        with tempfile.TemporaryDirectory(prefix="porter-check-") as directory:
            variables = {} if self.is_idle else self.environment(Path(directory))
            with set_variables(variables):
                yield Path(directory)
