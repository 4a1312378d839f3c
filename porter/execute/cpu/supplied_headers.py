"""Headers of CUDA's toolkit that its packages of headers lack, of the support headers of ports.

`nvfunctional` comes with nvcc alone. What a port has in its place (`compat/nvfunctional.hpp`) is
the same for CUDA's sources.
"""

from __future__ import annotations

from pathlib import Path

from porter.compat import headers
from porter.files.digests import digest_of
from porter.files.write import write_atomically
from porter.toolchain.home import porter_home

#: Name in CUDA's toolkit -> support header.
_HEADERS = {"nvfunctional": "nvfunctional.hpp"}


def supplied_headers(cuda: Path) -> list[Path]:
    """Return the folder of those that are lacking; none where none is.

    Args:
        cuda: the folder of CUDA's headers.
    """
    made = {
        name: headers.text(ours) for name, ours in _HEADERS.items() if not (cuda / name).is_file()
    }
    if not made:
        return []
    folder = porter_home() / "cpu-executor" / "headers" / digest_of(b"\0".join(made.values()))
    for name, data in made.items():
        if not (folder / name).is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / name, data)
    return [folder]
