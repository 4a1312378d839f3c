"""The Python of a project, which may say how its sources are compiled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import read_regular
from porter.project.discover import never_walked

_LARGEST = 1 << 20
#: From so many folders on, scripts are not looked for.
_MOST_FOLDERS = 5000


def python_scripts(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each Python file of a project, in their order.

    Args:
        root: the project's folder.
    """
    for count, (folder, folders, names) in enumerate(os.walk(root)):
        if count == _MOST_FOLDERS:
            return
        folders[:] = sorted(one for one in folders if not never_walked(one))
        for name in sorted(names):
            path = Path(folder, name)
            if name.endswith(".py") and not path.is_symlink():
                try:
                    yield path.relative_to(root).as_posix(), read_regular(path, _LARGEST)
                except OSError:
                    continue
