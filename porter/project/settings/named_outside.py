"""Folders outside of a porter.toml's own that the user of this machine has named for it.

`porter new project ../src port` is typed by a person: what it names is wanted. The porter.toml that
comes of it may travel, and be a stranger's on another machine, where nobody has said so. So it is
kept here, in porter's own folder, for this porter.toml and this folder alone.
"""

from __future__ import annotations

import os
from pathlib import Path

from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.files.write import write_atomically


def remember(settings: Path, folder: Path) -> bool:
    """Keep that the user has named a folder; tell whether it could be kept.

    Args:
        settings: the porter.toml.
        folder: what it names.
    """
    path, text = _kept(settings, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    except OSError:  # porter's folder is nobody's to write to
        return False
    return True


def is_remembered(settings: Path, folder: Path) -> bool:
    """Tell whether the user has named a folder for a porter.toml; see `remember`."""
    return _kept(settings, folder)[0].is_file()


def _kept(settings: Path, folder: Path) -> tuple[Path, bytes]:
    """Return the file that says so, and what it says, for who looks into it."""
    paths = [os.fsencode(real_path(one)) for one in (settings, folder)]
    place = porter_home() / "named-outside" / digest_of(b"\0".join(paths))
    return place, b"\n".join([*paths, b""])
