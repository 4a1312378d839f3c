"""What nvcc and hipcc ask for where a program has no build file: who builds it by hand gives it.

A flag that nvcc's message names, and the libraries of functions that the linker misses.
"""

from __future__ import annotations

import re

#: What nvcc says, and the flag that it wants.
_FLAGS = {
    "Unresolved extern": "-rdc=true",
    "--extended-lambda": "--extended-lambda",
    "--expt-relaxed-constexpr": "--expt-relaxed-constexpr",
}
#: How the functions of a library begin, and what it is called where that is otherwise.
_LIBRARIES = {
    **{name: name for name in ("cublas", "cublasLt", "cufft", "curand", "cusparse", "cusolver")},
    **{name: name for name in ("nvrtc", "nccl", "cudnn", "cu", "nvml")},
    **{name: name.lower() for name in ("hipblas", "hipblasLt", "hipfft", "hiprand", "hipsparse")},
    **{name: name for name in ("hipsolver", "hiprtc")},
    "cu": "cuda",
    "nvml": "nvidia-ml",
}
_NAMES = "|".join(sorted(_LIBRARIES, key=len, reverse=True))
_MISSED = re.compile(rf"undefined (?:reference to `|symbol: )({_NAMES})(?=[A-Z])")


def asked_for(said: str, *, is_nvcc: bool) -> list[str]:
    """Return the arguments that a compiler asks for in its messages.

    Args:
        said: what it and its linker wrote.
        is_nvcc: whether it is nvcc.
    """
    flags = [flag for words, flag in _FLAGS.items() if is_nvcc and words in said]
    return [*flags, *sorted({f"-l{_LIBRARIES[name]}" for name in _MISSED.findall(said)})]
