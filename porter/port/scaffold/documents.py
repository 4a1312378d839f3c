"""Marks upstream's documents that give figures of NVIDIA GPUs, which are not the port's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from porter.convert.emission import Emission, EmittedFile
from porter.convert.tree_conversion import TreeConversion
from porter.files.regular import read_regular
from porter.listing import listed
from porter.project.discover import discover

_DOCUMENT = re.compile(r".*\.(?:md|markdown|rst|txt)", re.IGNORECASE)
#: NVIDIA's GPUs by name.
_GPU = re.compile(
    rb"\b(?:(?:GeForce |NVIDIA )?(?:RTX|GTX)[ -]?(?:A?\d{3,4})(?: ?Ti| ?SUPER)?"
    rb"|(?:G?[HB]|A|V|P|L)"
    rb"(?:10|20|30|40|100|200|300)[SX]?|Tesla [KMPTV]\d+|Titan (?:V|X|RTX)|Jetson \w+"
    rb"|T4|K80|L4|L40S)\b(?!\.\w)"
)
#: A time, a rate or a factor.
_FIGURE = re.compile(
    rb"(?<![\d.,])\d[\d.,]*+\s*+"
    rb"(?:ms|us|\xc2\xb5s|ns|[MGT]B/s|[GT]i?B/s|[GTP]FLOPS?|[GTP]FLOP/s|tokens?/s|fps"
    rb"|[x\xd7] (?:faster|speed))\b"
    rb"|\|[ \t]*+\d[\d.,]*+[ \t]*+\|[ \t]*+\d[\d.,]*+[ \t]*+\|"
)
_HEADING = re.compile(rb"\A(?:\s*#[^\n]*\n|[^\n]+\n[=~^*-]{3,}[ \t]*\n)")
_TITLE = "> **Figures of NVIDIA GPUs**"
_MOST_GPUS = 4
_LARGEST = 1_000_000


def mark_documents(emission: Emission, conversion: TreeConversion) -> tuple[str, ...]:
    """Put a note into the documents that have figures of NVIDIA GPUs; return their paths.

    Args:
        emission: what the documents are added to.
        conversion: what was converted.
    """
    marked = []
    for entry in conversion.project.entries:
        path = entry.path
        taken = path in emission.files or path in emission.left_out
        if entry.is_link or taken or not _DOCUMENT.fullmatch(path):
            continue
        if conversion.project.is_vendored(path):
            continue
        data = conversion.project.read(path)
        noted = None if len(data) > _LARGEST else with_note(_converted(conversion, path, data))
        if noted is not None:
            emission.files[conversion.renamed.get(path, path)] = EmittedFile(noted)
            marked.append(path)
    return tuple(marked)


def with_note(data: bytes) -> bytes | None:
    """Return a document that says below its title whose figures it has.

    Args:
        data: the document.

    Returns:
        None when it has no figures, or names no GPU of NVIDIA's.
    """
    gpus = list(dict.fromkeys(match[0].decode() for match in _GPU.finditer(data)))
    if not gpus or not _FIGURE.search(data):
        return None
    note = (
        f"{_TITLE} ({listed(gpus, _MOST_GPUS)}): upstream measured them with "
        "its CUDA sources.\n> They say nothing about this port on AMD's GPUs.\n\n"
    )
    heading = _HEADING.match(data)
    at = heading.end() if heading else 0
    newline = b"\r\n" if b"\r\n" in data[:4096] else b"\n"
    text = (b"\n" if at else b"") + note.encode()
    rest = data[at:].lstrip(b"\r\n") if at else data
    return data[:at] + text.replace(b"\n", newline) + rest


def marked_documents(port: Path) -> Iterator[str]:
    """Yield the paths of a port's documents that have such a note.

    Args:
        port: its folder.
    """
    for entry in discover(port).entries:
        if entry.is_link or not _DOCUMENT.fullmatch(entry.path):
            continue
        try:
            data = read_regular(port / entry.path, _LARGEST)
        except OSError:
            continue
        if _TITLE.encode() in data:
            yield entry.path


def _converted(conversion: TreeConversion, path: str, data: bytes) -> bytes:
    file = conversion.files.get(path)
    return data if file is None else file.apply(data)
