"""The targets, one a file."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from tests.fuzz.target import Target


def targets() -> dict[str, Target]:
    """Return all targets by name."""
    modules = [import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]
    return {module.TARGET.name: module.TARGET for module in modules}
