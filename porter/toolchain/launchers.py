"""Launchers that run programs unpacked outside the system's folders.

A program built for `/usr` finds its libraries there; unpacked elsewhere it finds only those that
its RUNPATH names, and RUNPATH is not inherited by the libraries it loads. So each program gets a
launcher in `bin/` that names the library directories and starts it.
"""

from __future__ import annotations

from pathlib import Path

_LAUNCHER = "launcher"
_SCRIPT = """\
#!/bin/sh
root=${{0%/*}}/..
export LD_LIBRARY_PATH="{path}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
exec "$root/{programs}/${{0##*/}}" "$@"
"""


def write_launchers(root: Path, programs: str) -> None:
    """Write `root/bin/NAME` for every program in `root/programs`.

    All are links to one script, which goes by the name it is called with. It finds its root from
    that name too, so a component still works after it was moved.

    Args:
        root: the root of the component.
        programs: the directory of the programs, relative to the root.
    """
    libraries = [f"$root/{path.relative_to(root)}" for path in library_directories(root)]
    directory = root / "bin"
    directory.mkdir(exist_ok=True)
    script = directory / _LAUNCHER
    script.write_text(_SCRIPT.format(path=":".join(libraries), programs=programs))
    script.chmod(0o755)
    for program in sorted((root / programs).iterdir()):
        (directory / program.name).symlink_to(_LAUNCHER)


def library_directories(root: Path) -> list[Path]:
    """Return the directories of `root` where the system's loader would look for libraries."""
    found = []
    for base in ("usr/lib", "lib"):
        for directory in sorted((root / base).glob("*-linux-gnu*")):
            if any(directory.glob("*.so.*")):
                found.append(directory)
    return found
