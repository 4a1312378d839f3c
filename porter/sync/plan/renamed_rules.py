"""Files of a port that change only in the ids of renamed rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from porter.files.regular import LARGEST_FILE, read_regular
from porter.rule_ids import text_with_current_ids
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import PortLock
from porter.sync.upstream.current import Pure


def changed_in_ids_alone(
    port: Path, section: PortLock, pure: Pure, changed: Collection[str], moved: Mapping[str, str]
) -> set[str]:
    """Return the paths of `changed` that porter wrote and writes as before, but for ids of rules.

    Such a file lists findings, each with the id of its rule and in the order of these.

    Args:
        port: the port's folder.
        section: the lock before.
        pure: the conversion.
        changed: paths of files that a sync would change.
        moved: those of them that had another path before.
    """
    bases = Bases(port)
    found = set()
    for path in changed:
        line, file = section.files.get(path), pure.files.get(path)
        if line is None or line.base is None or file is None or path in moved:
            continue
        if line.source is not None or file.source is not None:
            continue
        base = bases.read(path, line.base)
        if base is not None and _lines(base) == _lines(
            read_regular(pure.root / path, LARGEST_FILE)
        ):
            found.add(path)
    return found


def _lines(data: bytes) -> list[bytes]:
    return sorted(text_with_current_ids(data).splitlines())
