"""Words of converted files that go with the layout: architectures, moved files, the backend."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from porter.compat.headers import SUPPORT_FOLDER
from porter.port.scaffold.multiarch.layout import Layout
from porter.source.file import SourceFile
from porter.source.preprocessor.conditionals import Chain, chains
from porter.source.text.splice import Change, spliced

_SUPPORT = re.compile(rb'(?<=")(?:\.\./)*+(?=%s/)' % SUPPORT_FOLDER.encode())
_MODULE = re.compile(rb"(?<!\w)PYBIND11_MODULE\s*+\([^,()]*+,\s*+(\w++)\s*+\)\s*+\{")
_TEXT_OF = b"#define PORT_TEXT_OF(word) #word\n#define PORT_TEXT(word) PORT_TEXT_OF(word)\n"
_QUOTED = re.compile(rb"""(["'])cuda(?=["'])""")


def word(name: str) -> re.Pattern[bytes]:
    """Return what finds an architecture's name as a word of an identifier, in either case."""
    return re.compile(rb"(?<![A-Za-z0-9])%s(?![A-Za-z0-9])" % name.encode(), re.IGNORECASE)


def for_architecture(data: bytes, origin: str, arch: str) -> bytes:
    """Return a text with an architecture's name in place of another's, in the same case."""
    if not origin:
        return data
    return word(origin).sub(
        lambda match: (arch.upper() if match[0].isupper() else arch).encode(), data
    )


def with_moved_names(data: bytes, layout: Layout, names: Mapping[str, str]) -> bytes:
    """Return a text that names files and modules as the port does.

    Args:
        data: a converted file.
        layout: where files went.
        names: modules: old name -> new one.
    """
    found = {**_moved(layout), **names}
    for old in sorted(found, key=len, reverse=True):
        pattern = rb"(?<![A-Za-z0-9_])%s(?![A-Za-z0-9_])" % re.escape(old.encode())
        data = re.sub(pattern, found[old].encode(), data)
    return b"".join(
        _QUOTED.sub(rb"\1rocm", line) if b"backend" in line.lower() else line
        for line in data.splitlines(keepends=True)
    )


def with_support_headers_of(data: bytes, path: str) -> bytes:
    """Return a file whose includes find the support headers from `path`, where it went."""
    return _SUPPORT.sub(b"../" * path.count("/"), data)


def with_branches(file: SourceFile, layout: Layout) -> bytes:
    """Return a file whose `#if` chains by NVIDIA's architectures have branches for AMD's.

    The branch of the layout's origin is repeated for each; those of the others go.
    """
    if not layout.origin:
        return file.data
    changes: list[Change] = []
    for chain in chains(file.directives, len(file.data)):
        if len(chain.branches) > 1 and (change := _branches(file.data, chain, layout)) is not None:
            changes.append(change)
    return spliced(file.data, changes)


def with_constants(data: bytes) -> bytes:
    """Return a binding whose module says what it was built for, where it does not yet.

    The build defines PORT_ARCH.
    """
    match = _MODULE.search(data)
    if match is None or b"__arch__" in data:
        return data
    module = match[1].decode()
    said = f"""
    {module}.attr("__arch__") = PORT_TEXT(PORT_ARCH);
    {module}.attr("__backend__") = "rocm";"""
    head, opening = data[: match.start()], data[match.start() : match.end()]
    return head + _TEXT_OF + opening + said.encode() + data[match.end() :]


def says_architecture(data: bytes) -> bool:
    """Tell whether a binding's module says what it was built for, or is made to."""
    return b"__arch__" in data or _MODULE.search(data) is not None


def _branches(data: bytes, chain: Chain, layout: Layout) -> Change | None:
    """Return the change of one chain; None where it does not choose by architecture."""
    found = word(layout.origin)
    mine = next(
        (one for one in chain.branches
         if found.search(data, one.directive.start, one.directive.end)), None,
    )  # fmt: skip
    if mine is None or chain.branches[0].directive.keyword == b"else":
        return None
    last = chain.branches[-1]
    end = last.directive.start if last.directive.keyword == b"else" else last.end
    if mine.start >= end:
        return None
    opening = data[mine.directive.start : mine.directive.end]
    guarded = data[mine.directive.end : mine.end]
    text = b""
    for at, arch in enumerate(layout.archs):
        line = for_architecture(opening, layout.origin, arch)
        line = re.sub(rb"#(\s*)(?:el)?if", rb"#\1if" if at == 0 else rb"#\1elif", line, count=1)
        text += line + _guarded(guarded, layout, arch)
    if last.directive.keyword == b"else":
        text += _with_all_named(data[end : last.end], layout)
        end = last.end
    return chain.branches[0].directive.start, end, text


def _guarded(data: bytes, layout: Layout, arch: str) -> bytes:
    """Return the text of a branch; shared kernels keep the name of the architecture in strings."""
    if not layout.is_shared:
        return for_architecture(data, layout.origin, arch)
    (folder,) = layout.folders
    quoted = re.compile(rb'"%s"' % layout.origin.encode())
    return for_architecture(quoted.sub(b'"%s"' % arch.encode(), data), layout.origin, folder)


def _with_all_named(data: bytes, layout: Layout) -> bytes:
    """Return a text in which a list of macros by architecture is one of the port's."""
    macro = re.compile(rb"\b\w*%s\b" % layout.origin.upper().encode())
    match = macro.search(data)
    if match is None:
        return data
    stem = match[0][: -len(layout.origin)]
    listed = re.compile(rb"%s\w+(?:(?:, | or )%s\w+)*" % (re.escape(stem), re.escape(stem)))
    names = [stem + arch.upper().encode() for arch in layout.archs]
    return listed.sub(b", ".join(names[:-1]) + b" or " + names[-1], data)


def _moved(layout: Layout) -> dict[str, str]:
    """Return old -> new spelling of files, as includes and scripts name them from any folder."""
    found: dict[str, str] = {}
    for old, new in layout.places.items():
        if len(new) != 1 or layout.architecture(new[0]) or "cuda" not in old:
            continue
        before, after = old.split("/"), new[0].split("/")
        for at in range(len(before)):
            tail = "/".join(before[at:])
            if "cuda" in before[at]:
                found[tail] = "/".join(after[at:])
    if layout.origin and "rocm" in layout.kernels:
        last = posixpath.basename(layout.kernels)
        for name in (layout.origin, "common"):
            found[f"cuda/{name}"] = f"{last}/{name}"
    return found


def modules_for_rocm(names: Sequence[str]) -> dict[str, str]:
    """Return old -> new name of extensions whose own name says cuda: `_cuda_ops` -> `_rocm_ops`."""
    found = {}
    for name in names:
        own = name.rpartition(".")[2]
        new = re.sub(r"(?<![A-Za-z0-9])cuda(?![A-Za-z0-9])", "rocm", own)
        if new != own:
            found[own] = new
    return found
