"""What tensors are drawn of: the types that checks name, and what names say where none does."""

from __future__ import annotations

import re
from collections.abc import Collection

from porter.verify.drafting import roles
from porter.verify.drafting.dtypes import real_if_any

_INTEGER = re.compile(r"u?int\d+|bool")


def usual_types(name: str, told: Collection[str]) -> list[str]:
    """Return the types that a tensor is drawn of; empty where nothing tells.

    Args:
        name: the tensor's.
        told: what checks say.
    """
    known = real_if_any(told)
    if not known and (roles.PLACES.search(name) or roles.OFFSETS.search(name)):
        known = ["int64"]
    if not known and roles.LOCKS.search(name):
        known = ["int32"]
    floating = [one for one in known if not _INTEGER.fullmatch(one)]
    return floating or known
