"""The folder in porter's own where what is made of a port, or known of it, is kept."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from porter.files.home import porter_home
from porter.files.real_path import real_path


def own_folder(port: Path) -> Path:
    """Return the folder of a port in porter's own; it need not exist."""
    port = real_path(port)
    digest = hashlib.sha256(os.fsencode(port)).hexdigest()[:12]
    return porter_home() / "build" / f"{re.sub(r'[^a-zA-Z0-9_.-]', '_', port.name)[:100]}-{digest}"
