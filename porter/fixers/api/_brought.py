"""What a file includes, where CUDA's headers bring others along that HIP's do not."""

from __future__ import annotations

import os

from porter.project.compiled_together import headers_of
from porter.project.includes import inclusions
from porter.source import SourceFile


def included_paths(file: SourceFile) -> frozenset[bytes]:
    """Return what a file and the project's headers that it includes name in `#include`.

    Args:
        file: the file.
    """
    own = (one.path for one in file.includes if not one.is_test)
    of_headers = (
        os.fsencode(name) for data in headers_of(file).values() for _, name in inclusions(data)
    )
    return frozenset((*own, *of_headers))
