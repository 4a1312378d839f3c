"""The compiler's and the host's headers, which libclang needs beside those that are read."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError


@dataclass(frozen=True)
class ClangHeaders:
    """Where a compiler's own headers and the C and C++ libraries are.

    Attributes:
        folder: clang's resource folder.
        sysroot: the root of the C and C++ libraries; None for the system's.
    """

    folder: Path
    sysroot: Path | None = None

    @property
    def include(self) -> Path:
        """The folder of the compiler's own headers."""
        return self.folder / "include"

    def arguments(self) -> list[str]:
        """Return the arguments by which libclang finds them."""
        found = ["-resource-dir", str(self.folder)]
        return found if self.sysroot is None else [*found, f"--sysroot={self.sysroot}"]


def installed_headers(folder: Path | None = None) -> ClangHeaders:
    """Return the headers of the installed toolchain.

    Args:
        folder: another resource folder than its clang's.

    Raises:
        PorterError: there is no toolchain, or its clang does not tell where its headers are.
    """
    from porter.toolchain.discovery import find

    tools = find()
    if folder is not None:
        return ClangHeaders(folder, tools.sysroot)
    done = subprocess.run(
        [str(tools.clang), "-print-resource-dir"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0 or not done.stdout.strip():
        raise PorterError("clang does not report its resource folder", path=tools.clang)
    return ClangHeaders(Path(done.stdout.strip()), tools.sysroot)
