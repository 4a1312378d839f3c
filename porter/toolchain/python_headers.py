"""Finds the headers of the Python that runs porter, which extensions include."""

from __future__ import annotations

import sysconfig
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.home import Prefix, porter_home


def python_headers(prefix: Prefix | None = None) -> list[Path]:
    """Return the directories that hold `Python.h` and `pyconfig.h`.

    Raises:
        PorterError: this Python came without them, and they are not installed.
    """
    own = Path(sysconfig.get_paths()["include"])
    if (own / "Python.h").is_file():
        return [own]
    component = (prefix or Prefix(porter_home())).component("python-headers")
    if component is None:
        raise PorterError(
            "this Python came without its headers, which extensions include",
            path=own / "Python.h",
            hint="run `porter toolchain install python-headers`",
        )
    include = component / "usr" / "include"
    # Debian's pyconfig.h includes the one of the machine's architecture by a path from here.
    return [include / own.name, include]
