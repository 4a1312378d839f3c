"""The variables that give both sides of a program the same seeds."""

from __future__ import annotations

from collections.abc import Mapping

from porter.errors import PorterError
from porter.execute.preloading import preloaded
from porter.execute.same_seeds import same_seeds
from porter.verify.place import Cpu, Device


def seeded(variables: Mapping[str, str], device: Device) -> dict[str, str]:
    """Return variables with those that give a program the same seeds in each run.

    Where the library for it cannot be compiled they stay as they are: a second run shows what
    changes then.

    Args:
        variables: what the program is given otherwise.
        device: what it runs on.
    """
    try:
        library = same_seeds(None if isinstance(device, Cpu) else device)
    except PorterError:
        return dict(variables)
    return {**variables, **preloaded(library, variables)}
