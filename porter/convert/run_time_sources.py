"""Sources that a program reads and compiles when it runs.

hipRTC gets the text alone: it looks for headers neither beside the source, from where builds copy
it to other folders, nor in the port. So such a source holds its support headers itself.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import read_regular
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import chains
from porter.source.preprocessor.directives import Directive
from porter.source.text.languages import Language, language_of
from porter.source.text.spans import Span, merged

_GUARD = b"PORTER_INLINED_"
_COMPILER = re.compile(rb"(?i)nvrtc|hiprtc")
#: What a unit of a build has and a source for nvrtc has not.
_BUILT = re.compile(rb"<<<|\bmain[ \t]*\(")
#: So many files around a source are looked at, none larger than this.
_MOST, _LARGEST = 100, 1 << 20


def is_compiled_at_run_time(file: SourceFile) -> bool:
    """Tell whether a program near a source names it in a string and calls nvrtc."""
    if b"__global__" not in file.names or _BUILT.search(file.code):
        return False
    root = file.root
    if root is None:
        return False
    name = re.escape(posixpath.basename(file.path).encode("utf-8", "surrogateescape"))
    named = re.compile(rb'(?m)^(?![ \t]*#[ \t]*include).*"(?:[^"\n]*/)?%b"' % name)
    around = list(_around(root / file.path))
    if not all(path.is_relative_to(root) for path in around):
        file.depend_on_tree()
    else:
        file.beside.update(path.relative_to(root).as_posix() for path in around)
    for path in around:
        text = _read(path)
        if _COMPILER.search(text) and named.search(text):
            return True
    return False


def _around(source: Path) -> Iterator[Path]:
    """Yield the sources in a source's folder, and in the folder around it."""
    found = (
        path
        for folder in (source.parent, source.parent.parent)
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if path != source and language_of(path.name) is Language.CUDA
    )
    for _, path in zip(range(_MOST), found, strict=False):
        yield path


def _read(path: Path) -> bytes:
    try:
        return read_regular(path) if path.stat().st_size <= _LARGEST else b""
    except OSError:
        return b""


def held_headers(file: SourceFile) -> tuple[Span, ...]:
    """Return where a source holds support headers itself; they are no rule's to change."""
    if _GUARD not in file.data:
        return ()
    return merged(
        (chain.branches[0].directive.start, chain.branches[-1].end)
        for chain in chains(file.directives, len(file.code))
        if _condition(file, chain.branches[0].directive).startswith(_GUARD)
    )


def _condition(file: SourceFile, directive: Directive) -> bytes:
    return file.code[directive.body_start : directive.end].strip()
