"""Tells headers of CUDA's toolkit that a project keeps a copy of.

Such a copy holds NVIDIA's declarations and PTX: no other compiler takes it. Left out of a port, its
name means the toolkit's header again, for which HIP has one.
"""

from __future__ import annotations

import os
import re

from porter.files.regular import open_regular
from porter.tables.names import load

#: Why a file is no part of a project.
TOOLKIT_HEADER = "a copy of CUDA's own header"

#: How the names of headers begin that lie at the top of CUDA's folder.
_NAME = re.compile(r"(?:cu|nv|sm_\d|(?:channel|device|driver|host|math|vector)_)\w*\.(?:h|hpp)")
#: What NVIDIA writes above its declarations, and what no header of a project's has.
_NOTICE = re.compile(rb"NVIDIA Corporation.{1,400}?NOTICE TO (?:LICENSEE|USER)\b", re.DOTALL)
_LONGEST_NOTICE = 1024


def is_toolkit_header(path: str) -> bool:
    """Tell whether a file is a header of CUDA's, for which HIP has another.

    Args:
        path: a regular file on disk; one that cannot be read is none.
    """
    name = os.path.basename(path)
    if _NAME.fullmatch(name) is None:
        return False
    try:
        with open_regular(path, follow=False) as stream:
            if _NOTICE.search(stream.read(_LONGEST_NOTICE)) is None:
                return False
    except OSError:
        return False
    return name.encode() in load().headers
