"""Headers of a project that count on the header that nvcc puts in front of every unit."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Sequence

from porter.project.compiled_together import headers_of, included
from porter.project.includes import ROOTS
from porter.source import SourceFile

_RUNTIMES = re.compile(
    rb"(?<!\w)(?:(?:cuda|hip)[A-Z]\w*+|__(?:global|device|host)__|dim3|threadIdx)"
)
#: Headers of CUDA's, HIP's or PyTorch's, which bring the runtime's, or may.
BRINGS = re.compile(
    rb'(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<"](?:cu\w*+(?:/|\.h)|hip|thrust/|torch/|ATen/|c10/)'
)


def count_on_the_runtime(file: SourceFile, headers: Sequence[bytes]) -> bool:
    """Tell whether one of `headers` uses the runtime, and neither it nor one before brings it.

    Args:
        file: a source.
        headers: what it includes of its project, as it spells them, in order.
    """
    if file.root is None or not headers:
        return False
    read = headers_of(file)
    for spelled in headers:
        name = spelled.decode("utf-8", "surrogateescape")
        folders = (posixpath.dirname(file.path), *ROOTS)
        places = (posixpath.normpath(posixpath.join(folder, name)) for folder in folders)
        path = next((place for place in places if place in read), None)
        if path is None:
            return False
        together = {path: read[path], **dict(included(file.root, path))}
        if any(_brings(one, data, read) for one, data in together.items()):
            return False
        if any(_uses_it(one, data) for one, data in together.items()):
            return True
    return False


def _brings(path: str, data: bytes, own: Container[str]) -> bool:
    """Tell whether a header includes one of CUDA's, and not the project's `cuda_tools/x.h`."""
    folders = (posixpath.dirname(path), *ROOTS)
    for match in BRINGS.finditer(data):
        line = data[match.start() : data.find(b"\n", match.end()) % (len(data) + 1)]
        spelled = re.split(rb'[<">]', line)[1].decode("utf-8", "surrogateescape")
        if not any(posixpath.normpath(posixpath.join(one, spelled)) in own for one in folders):
            return True
    return False


def _uses_it(path: str, data: bytes) -> bool:
    return bool(_RUNTIMES.search(data) and _RUNTIMES.search(SourceFile(path, data).code))


def is_seen_whole(file: SourceFile) -> bool:
    """Tell whether all headers of the project's that a source includes are in the project."""
    found = {path.rpartition("/")[2] for path in headers_of(file)}
    return all(
        include.angled
        or include.path.rpartition(b"/")[2].decode("utf-8", "surrogateescape") in found
        for include in file.includes
    )
