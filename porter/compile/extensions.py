"""The PyTorch extensions of a tree: their names and units."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.compile.read.setup_py import extension_names
from porter.compile.read.unit import Unit
from porter.compile.units import find_units
from porter.errors import PorterError


def torch_extensions(
    folder: Path, exclude: Sequence[str] = (), arch: str = ""
) -> dict[str, list[Unit]]:
    """Return the extensions that a tree's Python names, in the order of their sources.

    A `setup.py` names them, or `load` of what compiles at first use. Of several scripts that name
    one alike, the first counts.

    Args:
        folder: a CUDA tree or a port.
        exclude: patterns of paths to leave out.
        arch: what is built for, where the tree has a folder for each architecture.

    Returns:
        Name under which Python imports it, such as "causal_conv1d._C" -> its units.

    Raises:
        PorterError: there is none.
    """
    found: dict[str, list[Unit]] = {}
    names: dict[str, dict[str, str]] = {}
    scripts: dict[str, str] = {}
    for unit in find_units(folder, exclude, arch=arch):
        if unit.torch_extension is None or unit.origin == "default":
            continue
        script = unit.origin.rpartition(":")[0]  # an origin is "setup.py:12"
        if script not in names:
            names[script] = _names(folder, script, arch)
        name = names[script].get(unit.torch_extension, unit.torch_extension)
        if scripts.setdefault(name, script) == script:
            found.setdefault(name, []).append(unit)
    if not found:
        raise PorterError("no setup.py here names a PyTorch extension", path=folder)
    return found


def _names(folder: Path, script: str, arch: str) -> dict[str, str]:
    """Return the whole name of each extension of a script by its last part."""
    if script.rpartition("/")[2] != "setup.py":
        return {}
    return {name.rpartition(".")[2]: name for name in extension_names(folder, script, arch)}
