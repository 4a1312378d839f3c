"""Whether porter's own code is that which converted a port on this machine last.

The lock has porter's version, which says nothing of a porter that runs from a repository: its code
changes under one version. A digest of the code in the lock would change with every commit of
porter's, and stand in the way of every merge. So it is kept beside a machine's other notes, and
where there is none, as after a clone, nothing is known and nothing is asked.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from porter.files.port_folder import own_folder
from porter.files.regular import read_regular
from porter.files.write import write_atomically

_NAME = "converted-by"


def is_as_noted(port: Path) -> bool:
    """Tell whether the code is that of the last sync of a port, or that is not known.

    Args:
        port: the port's folder.
    """
    from porter.convert.cache import code_digest

    try:
        return read_regular(own_folder(port) / _NAME) == code_digest().encode()
    except OSError:
        return True


def note(port: Path) -> None:
    """Note that the code has converted a port; a note that cannot be written is lost.

    Args:
        port: the port's folder.
    """
    from porter.convert.cache import code_digest

    with suppress(OSError):
        own_folder(port).mkdir(parents=True, exist_ok=True)
        write_atomically(own_folder(port) / _NAME, code_digest().encode())
