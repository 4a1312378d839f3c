"""Asks CUDA's side on the executor where a port differs from what a GPU gave.

A drafted case may draw what the code answers by memory that is not a tensor's. A GPU keeps other
things there than the executor, whichever side runs on it, so that such a difference says nothing
of the port. Where CUDA's side on the executor is as the GPU was, the port's difference stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from porter.errors import PorterError
from porter.verify.comparison.result import Comparison
from porter.verify.extension.compare import differs
from porter.verify.extension.result import Result
from porter.verify.extension.undetermined import UNDEFINED, Undetermined

_AS_THE_EXECUTOR = (
    "CUDA's side gives others on the executor than on the GPU, and the port what it gives there: "
    "memory that is no tensor's, or the executor's error"
)


@dataclass
class BesideRecording:
    """CUDA's side of one point, run on the executor when that is asked for.

    Attributes:
        recorded: what a GPU gave.
        run: runs CUDA's side on the executor, with variables.
    """

    recorded: Result
    run: Callable[[Mapping[str, str]], Result]

    def left_out(self, name: str, actual: Result) -> Comparison | None:
        """Say why an output that differs is not compared; None where the port's difference stands.

        Args:
            name: of the output.
            actual: what the port gave.
        """
        undetermined = self._undetermined
        if undetermined is None or name not in undetermined.expected.arrays:
            return None
        here = undetermined.expected
        if not differs(name, self.recorded, here):
            return None
        if differs(name, here, actual):
            left = undetermined.left_out(name, actual)
            if left is None or left.differences:
                return None
        why = UNDEFINED if undetermined.reads_what_is_unwritten() else _AS_THE_EXECUTOR
        return Comparison(remarks=(f"{name} is not compared: {why}",))

    @cached_property
    def _undetermined(self) -> Undetermined | None:
        """What the executor gives; all outputs of the point share its further runs."""
        try:
            return Undetermined(self.run({}), self.run)
        except PorterError:  # it is not built for the executor, or fails there
            return None
