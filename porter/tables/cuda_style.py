"""How CUDA's names look; one that stands in no table may be CUDA's, or a project's own."""

from __future__ import annotations

import re

#: Names in the style of CUDA's libraries; a project rarely calls its own so.
_OF_A_LIBRARY = (
    rb"(?:cublas|cusparse|cusparseLt|cufft|curand|cusolver|cudnn|cutensor|nvrtc|nvml|nvjpeg|nvshmem"
    rb"|cupti)[A-Z]\w*|__nv_atomic_\w+"
)
_OF_CUDA = rb"cuda[A-Z]\w*|cu(?:Mem|Ctx|Module|Launch|Stream|Event|Device|Func|Graph)[A-Z]\w*"
_STYLE = re.compile(rb"(?:" + _OF_A_LIBRARY + rb"|" + _OF_CUDA + rb")\Z")
_CERTAIN = re.compile(_OF_A_LIBRARY + rb"\Z")


def looks_like_cuda(name: bytes) -> bool:
    """Tell whether a name looks like one of CUDA's or of its libraries."""
    return name.startswith((b"cu", b"nv", b"__nv_")) and _STYLE.match(name) is not None


def looks_like_a_library(name: bytes) -> bool:
    """Tell whether a name looks like one of CUDA's libraries, as few of a project's do."""
    return _CERTAIN.match(name) is not None
