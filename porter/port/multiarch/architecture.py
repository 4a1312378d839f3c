"""Adds an architecture to a port: a folder of kernels, and a branch wherever one is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.names import ADDED_ARCHITECTURES
from porter.port.multiarch.added import added_to, copy_for, record_of
from porter.port.multiarch.opened import OpenedPort
from porter.port.scaffold.multiarch.wording import for_architecture, word
from porter.source.file import SourceFile
from porter.source.preprocessor.conditionals import Chain, chains
from porter.source.text.languages import Language
from porter.source.text.splice import Change, spliced

_ARCH = re.compile(r"gfx[0-9a-f]{3,4}")


def add_architecture(port: OpenedPort, arch: str, origin: str) -> tuple[list[str], list[str]]:
    """Give a port a folder of kernels for `arch`, made of that for `origin`.

    Returns:
        The files that were written, and places that name `origin` where nothing was changed.

    Raises:
        PorterError: `arch` is none or is there, `origin` is not, or nothing can be written.
    """
    if not _ARCH.fullmatch(arch):
        raise PorterError(f"{arch!r} is not an AMD architecture", hint="they look like gfx1201")
    if origin not in port.archs:
        raise PorterError(
            f"has no folder for {origin}", path=port.root / port.kernels,
            hint=f"--from takes {', '.join(port.archs)}",
        )  # fmt: skip
    if arch in port.archs or (port.root / port.kernels / arch).exists():
        raise PorterError("is there already", path=port.root / port.kernels / arch)
    written: dict[str, bytes] = {}
    left: list[str] = []
    for path in port.in_folder(origin):
        new = path.replace(f"/{origin}/", f"/{arch}/", 1)
        written[new] = copy_for(port.read(path), origin, arch)
    for path, language in port.languages.items():
        if path.startswith((f"{port.kernels}/gfx", "tests/")):
            continue
        data = port.read(path)
        if not word(origin).search(data):
            continue
        if language is Language.CUDA:
            changed = with_branch(SourceFile(path, data), arch, origin)
            if changed != data:
                written[path] = changed
                continue
        if language in (Language.CUDA, Language.PYTHON):
            left += [f"{path}:{line}" for line in _lines(data, origin)]
    try:
        with ConfinedTree(port.root) as tree:
            for path, text in written.items():
                tree.write(path, text)
            added = {**added_to(port.root), arch: origin}
            tree.write(ADDED_ARCHITECTURES, record_of(added))  # `porter sync` keeps it, too
    except OSError as error:
        raise PorterError(f"cannot be written: {error}", path=port.root) from error
    return sorted(written), left


def with_branch(file: SourceFile, arch: str, origin: str) -> bytes:
    """Return a file whose `#if` chains have for `arch` what they have for `origin`.

    A list of macros in what is said of all others gets one more.
    """
    changes: list[Change] = []
    for chain in chains(file.directives, len(file.data)):
        changes += _changes(file.data, chain, arch, origin)
    return spliced(file.data, sorted(changes))


def _changes(data: bytes, chain: Chain, arch: str, origin: str) -> Iterator[Change]:
    for branch in chain.branches:
        opening = data[branch.directive.start : branch.directive.end]
        if branch.directive.keyword not in (b"if", b"elif") or not word(origin).search(opening):
            continue
        clone = re.sub(rb"#(\s*)(?:el)?if", rb"#\1elif", opening, count=1)
        clone += data[branch.directive.end : branch.end]
        yield branch.end, branch.end, for_architecture(clone, origin, arch)
        last = chain.branches[-1]
        if last.directive.keyword == b"else":
            text = data[last.start : last.end]
            if match := re.search(rb"(\w*%s)(?= or |[\"\s]|,)" % origin.upper().encode(), text):
                new = match[1] + b", " + for_architecture(match[1], origin, arch)
                yield last.start + match.start(1), last.start + match.end(1), new
        return


def _lines(data: bytes, origin: str) -> list[int]:
    return [at for at, line in enumerate(data.split(b"\n"), 1) if word(origin).search(line)]
