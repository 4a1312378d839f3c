"""Locates declarations: the file of each, and the header that a user includes for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from clang.cindex import Cursor, TranslationUnit

from porter.files.real_path import real_path

#: Parts of a path that say that a header is not to be included by a user.
_PRIVATE = re.compile(
    r"(^|/)(amd_detail|nvidia_detail|detail|internal|backend|crt|impl|nvtxDetail)/"
)
#: HIP's headers for AMD GPUs, each of which has a public one of nearly the same name.
_AMD_DETAIL = re.compile(r"hip/amd_detail/amd_(\w+\.h)")
#: Stands for the headers that the compiler itself includes before HIP code.
COMPILER_HEADER = "<clang>"


class Places:
    """The files below some include folders.

    Args:
        roots: the include folders whose declarations count; others are the system's.
        entries: the headers that users include; a name's header is the nearest of them.
        compiler: clang's own include folder, when its `__clang_hip*.h` headers count too.
    """

    def __init__(
        self, roots: Sequence[Path], entries: Sequence[str] = (), compiler: Path | None = None
    ) -> None:
        self.roots = [str(real_path(root)) + "/" for root in roots]
        self.entries = frozenset(entries)
        self.compiler = "" if compiler is None else str(real_path(compiler)) + "/__clang_"
        self._entry: dict[str, str] = {}
        self._relative: dict[str, str | None] = {}

    def note_entries(self, unit: TranslationUnit) -> None:
        """Remember for each file the nearest public header on the way to it."""
        parents: dict[str, str] = {}
        for inclusion in unit.get_includes():
            parents.setdefault(str(inclusion.include), str(inclusion.source))
        for name in parents:
            own = self._relative_name(name)
            if own is None:
                continue
            chain: list[str] = []
            at: str | None = name
            while at is not None:
                chain.append(self._relative_name(at) or "")
                at = parents.get(at)
            chain = [_AMD_DETAIL.sub(r"hip/\1", header) for header in chain]
            named = [header for header in chain if header in self.entries]
            public = [header for header in chain if header and not _PRIVATE.search(header)]
            self._entry.setdefault(own, (named or public or [own])[0])

    def of(self, cursor: Cursor) -> tuple[str, str] | None:
        """Return the file of a cursor and the public header that brings it in.

        None for what the system's headers declare.
        """
        file = cursor.location.file
        if file is None:
            return None
        relative = self._relative_name(file.name)
        if relative is None:
            return None
        return relative, self._entry.get(relative, relative)

    def headers(self) -> frozenset[str]:
        """Return every header below the include folders, as an `#include` writes it."""
        found: set[str] = set()
        for root in self.roots:
            base = Path(root)
            found.update(
                p.relative_to(base).as_posix()
                for p in base.rglob("*")
                if p.suffix in {".h", ".hpp", ".cuh", ".inl", ""} and p.is_file()
            )
        return frozenset(found)

    def _relative_name(self, name: str) -> str | None:
        """Return a file's name below an include folder, or None when it is the system's."""
        if name not in self._relative:
            path = str(real_path(name))
            if self.compiler and path.startswith(self.compiler):
                self._relative[name] = COMPILER_HEADER
                self._entry[COMPILER_HEADER] = "hip/hip_runtime.h"
                return COMPILER_HEADER
            self._relative[name] = next(
                (path[len(root) :] for root in self.roots if path.startswith(root)), None
            )
        return self._relative[name]
