"""Tables of porter.toml read with care: a key that is not known is an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from porter.errors import PorterError


def only_known(path: Path, where: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
    """Refuse a table that has other keys.

    Args:
        path: the file, for the message.
        where: how the file calls the table.
        table: its content.
        keys: what it may have.

    Raises:
        PorterError: there is another key.
    """
    known = sorted(keys)
    for key in table:
        if key not in known:
            raise PorterError(
                f"{where} has no key {key!r}", path=path, hint=f"known: {', '.join(known)}"
            )
