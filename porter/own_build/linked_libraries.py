"""Libraries of the cpu executor that a Makefile links: they are built when they are first wanted.

hipcc and CMake's packages ask for them; a Makefile may call the linker through another compiler.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.files.regular import read_regular
from porter.own_build.installation import Against, Rocm
from porter.project.discover import never_walked
from porter.source.text.languages import Language, language_of

_LINKED = re.compile(rb"(?<![\w-])-l([\w+.-]+)")
_PLACE = re.compile(rb'INPUT\("([^"]+)"\)')
#: Folders below the Makefile that are looked at.
_MOST_FOLDERS = 1000


def build_linked_libraries(folder: Path, rocm: Rocm, environment: Mapping[str, str]) -> None:
    """Build the executor's libraries that the Makefiles of a folder name and that are not there.

    Args:
        folder: where make runs.
        rocm: what is built against; an installed ROCm has its libraries.
        environment: of the compiler, which follows an architecture.
    """
    if rocm.against is not Against.CPU:
        return
    for name in sorted(set(_linked(folder))):
        place = _PLACE.search(_read(rocm.root / "lib" / f"lib{name}.so"))
        if place is not None and not Path(place[1].decode()).exists():
            command = [str(rocm.root / "bin" / "hipcc"), f"-print-library={name}"]
            # Whoever links it says that it is not there.
            subprocess.run(command, env=dict(environment), stdout=subprocess.DEVNULL, check=False)


def _linked(folder: Path) -> Iterator[str]:
    left = [folder]
    for _ in range(_MOST_FOLDERS):
        if not left:
            return
        for path in sorted(left.pop().iterdir()):
            if path.is_dir() and not path.is_symlink() and not never_walked(path.name):
                left.append(path)
            elif language_of(path.name) is Language.MAKE:
                yield from (name.decode() for name in _LINKED.findall(_read(path)))


def _read(path: Path) -> bytes:
    try:
        return read_regular(path)
    except OSError:
        return b""
