"""The order in which waves and lanes of a block run: a race may show in one order only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from porter.processes.set_variables import set_variables

_VARIABLE = "PORTER_CPU_WAVES"
#: The last lane of a warp runs first. CUDA's lanes are independent of one another; a program that
#: counts on their lockstep, as on GPUs before Volta, gives something else then.
LANES_BACKWARD = (("PORTER_CPU_LANES", "backward"),)

#: Blocks, and the waves of each, run in an order drawn by a seed.
SHUFFLED = (("PORTER_CPU_ORDER", "20"),)


def environment(*, backward: bool) -> dict[str, str]:
    """Return the variables that make a program run the last wave of each block first."""
    return {_VARIABLE: "backward"} if backward else {}


@contextmanager
def wave_order(*, backward: bool) -> Iterator[None]:
    """Have launches of this process run the waves of a block first to last, or backward.

    Hardware promises no order; code without races gives the same in both.
    """
    with set_variables({_VARIABLE: "backward" if backward else "forward"}):
        yield
