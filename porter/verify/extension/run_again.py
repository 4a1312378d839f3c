"""Leaves out of a comparison what a port does not give twice.

On the executor the lanes of a wave and the waves of a block take turns in one order, and blocks run
side by side: what changes from one run to the next hangs on blocks that write what others read. A
GPU answers such a race in its own way, and CUDA's side may not have shown it in the runs that it
had.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from porter.errors import PorterError
from porter.verify.comparison.result import Comparison
from porter.verify.extension.compare import differs
from porter.verify.extension.result import Result


@dataclass
class RunAgain:
    """The port at one point, run again when that is asked for.

    Attributes:
        actual: what it gave.
        run: runs it in the same way.
    """

    actual: Result
    run: Callable[[], Result]

    def left_out(self, name: str) -> Comparison | None:
        """Say why an output that differs is not compared; None where the port gives it again.

        Args:
            name: of the output.
        """
        again = self._again
        if again is None or name not in again.about or not differs(name, self.actual, again):
            return None
        why = "the port gives others when it runs again, as code does whose blocks race"
        return Comparison(remarks=(f"{name} is not compared: {why}",))

    @cached_property
    def _again(self) -> Result | None:
        try:
            return self.run()
        except PorterError:  # it ends otherwise: which outputs that concerns, nothing tells
            return None
