"""The registry of targets, and the choice of one by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from porter.convert.ck import CK
from porter.convert.hip import HIP

if TYPE_CHECKING:
    from porter.convert.target import RuleTarget, Target

#: Targets of code by name. Rule packs are found by their files.
_CODE: dict[str, RuleTarget] = {HIP.name: HIP, CK.name: CK}


def register(target: RuleTarget) -> None:
    """Add a target that code is converted to."""
    _CODE[target.name] = target


def find(name: str) -> RuleTarget:
    """Return the target that `--to NAME` means.

    Raises:
        PorterError: there is none.
    """
    if name in _CODE:
        return _CODE[name]
    from porter.convert.package_target import PackageTarget
    from porter.packs import pack

    return PackageTarget(pack.find(name, tuple(_CODE)))


def is_of_code(name: str | None, rules: Path | None = None) -> bool:
    """Tell whether a name, the file of a rule pack, or both of them mean a conversion of code."""
    return name in _CODE or (name is None and rules is None)


def chosen(name: str | None, rules: Path | None = None, *, reverse: bool = False) -> Target:
    """Return the target that a name, the file of a rule pack, or both of them mean.

    The name of a target of code with a rule pack means both: code is converted, then renamed.

    Args:
        name: as `--to` takes it; None for what the pack is for, or HIP.
        rules: the file of a rule pack.
        reverse: take back what the pack does.

    Raises:
        PorterError: there is no such target, or the pack is not in order or is for another.
    """
    if is_of_code(name, rules):
        code = _CODE[name or HIP.name]
        if rules is None:
            return code
        from porter.convert.convert_then_rename import ConvertThenRename
        from porter.packs.pack import read

        return ConvertThenRename(code, read(rules))
    from porter.convert.package_target import PackageTarget
    from porter.packs import pack

    found = pack.chosen(name, rules, tuple(_CODE))
    return PackageTarget(found.reversed() if reverse else found)
