"""Which source lines are the program's own, and not its libraries'."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.execute.cpu.checking.symbols import Frame
from porter.execute.cpu.native_build import SOURCES
from porter.files.real_path import real_path
from porter.toolchain.model import Toolchain


class OwnLines:
    """Tells a program's lines from those of headers that came with the compiler, HIP or CUDA.

    Args:
        toolchain: whose headers are not the program's.
    """

    def __init__(self, toolchain: Toolchain) -> None:
        roots = [SOURCES, toolchain.llvm_bin.parent, *toolchain.include_dirs]
        more = (toolchain.cuda_path, toolchain.parsable_cuda_path, toolchain.sysroot)
        roots += [path for path in more if path is not None]
        roots += [real_path(path) for path in roots]
        self._roots = tuple(f"{path}/" for path in (*roots, Path("/usr/include"), Path("/usr/lib")))

    def shown(self, frames: Sequence[Frame]) -> tuple[Frame, ...]:
        """Return a call stack from the program's innermost line on; all of it where there is none.

        Args:
            frames: the innermost first.
        """
        for index, frame in enumerate(frames):
            if not frame.file.startswith(self._roots):
                return tuple(frames[index:])
        return tuple(frames)
