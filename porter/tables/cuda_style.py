"""How CUDA's names look; one that stands in no table may be CUDA's, or a project's own."""

from __future__ import annotations

import re
from functools import lru_cache

#: Names in the style of CUDA's libraries; a project rarely calls its own so.
_OF_A_LIBRARY = (
    rb"(?:cublas|cusparse|cusparseLt|cufft|curand|cusolver|cudnn|cutensor|nvrtc|nvml|nvjpeg|nvshmem"
    rb"|cupti|cuvid|cufile|cudss|nccl|npp[cis]?|nvcomp|nvtx)[A-Z]\w*|nvshmemx?_\w+|__nv_\w+"
)
_OF_CUDA = rb"cuda[A-Z]\w*|cu[A-Z][a-z]\w*|CU[a-z]+[A-Z_]\w*|Npp(?:i[A-Z]\w*|\d+[usf]c?)"
#: Enumerators and macros.
_CONSTANTS = (
    rb"(?:CU|CUDA_ERROR|CUBLAS(?:LT)?|CUDNN|CUFFT|CURAND|CUSPARSE(?:LT)?|CUSOLVER|CUTENSOR|CUPTI"
    rb"|NVML|NVRTC|NVJPEG|NPP)_[A-Z][A-Z0-9_]*"
)
_STYLE = re.compile(rb"(?:" + _OF_A_LIBRARY + rb"|" + _OF_CUDA + rb"|" + _CONSTANTS + rb")\Z")
#: What has one of CUDA's own prefixes; `cuGrid` and `CU_CHECK` are as often a project's.
_CERTAIN = re.compile(rb"(?:%b|cuda[A-Z]\w*|(?!CU_)%b)\Z" % (_OF_A_LIBRARY, _CONSTANTS))
#: Functions of the device as CUDA calls them. Compilers call their own so, too.
_OF_THE_DEVICE = re.compile(
    rb"__(?!(?:builtin|hip|ockl|ocml|llvm|amdgcn|bitextract|bitinsert|lane)_)"
    rb"(?!(?:sync|atomic|asm|gnu|cxa|has|assert|is)_)[a-z]\w*"
    rb"|atomic[A-Z]\w*|(?:tex|surf)(?:[123]D|Cubemap)\w*"
)
#: What nvcc defines, and what its headers ask for.
_OF_NVCC = re.compile(rb"__(?:CUDA|CUDACC|NVCC|NV|NVPTX)_\w+|__NVPTX__|CUDART_\w+")
#: NVML's names, of which a support header has the everyday ones.
NVML = re.compile(rb"nvml[A-Z]\w*|NVML_\w+")
#: What tells the versions of a function or structure apart.
VERSION = re.compile(rb"_v\d{1,2}(?:_st)?\Z")
#: What may be a word of CUDA's that stands in front of declarations.
MARK = re.compile(rb"__[a-z]\w*[a-z0-9]__")
#: Among names, each in a line: how all begin that are remarkable by more than a part.
_STRIKING = re.compile(rb"\n((?:cu|CU|n[vpc]|N[VPp]|__|atomic|tex|surf)[^\n]*+)")
_VERSIONED = re.compile(rb"_v\d{1,2}(?:_st)?(?=\n)")
#: Names whose look is remembered: the files of a project share their usual words.
_REMEMBERED = 1 << 11
_SPEAKS_OF_CUDA = re.compile(rb"(?i)(?!cuda\Z)(?=\w*cuda)\w++")


def looks_like_cuda(name: bytes) -> bool:
    """Tell whether a name looks like one of CUDA's or of its libraries."""
    return (
        name.startswith((b"cu", b"nv", b"__nv_", b"CU", b"NV", b"npp", b"Npp", b"NPP", b"nccl"))
        and _STYLE.match(name) is not None
    )


def has_cudas_prefix(name: bytes) -> bool:
    """Tell whether a name begins as those of CUDA's runtime and libraries do."""
    return _CERTAIN.match(name) is not None


def looks_like_a_device_function(name: bytes) -> bool:
    """Tell whether a name looks like a function of CUDA's for device code."""
    return _OF_THE_DEVICE.fullmatch(name) is not None


def looks_like_nvccs(name: bytes) -> bool:
    """Tell whether a name looks like a macro of nvcc's."""
    return _OF_NVCC.fullmatch(name) is not None


def speaks_of_cuda(name: bytes) -> bool:
    """Tell whether CUDA is in a name, as in those of functions and macros that check calls."""
    return _SPEAKS_OF_CUDA.fullmatch(name) is not None


def is_shaped_as_cudas(name: bytes) -> bool:
    """Tell whether a name is of the form that CUDA gives its own."""
    return looks_like_cuda(name) or looks_like_a_device_function(name) or looks_like_nvccs(name)


def may_be_cudas(name: bytes) -> bool:
    """Tell whether a name that stands in no table may be CUDA's where the project has none such."""
    return is_shaped_as_cudas(name) or speaks_of_cuda(name)


@lru_cache(maxsize=2)  # asked for a file's facts first, and by its rules then
def remarkable(names: frozenset[bytes]) -> frozenset[bytes]:
    """Return the names that somebody may have to look at, though they stand in no table."""
    return frozenset(filter(_is_remarkable, _striking(names)))


def _striking(names: frozenset[bytes]) -> set[bytes]:
    """Return, in few passes over all of them, the names that may be remarkable."""
    text = b"\n%b\n" % b"\n".join(names)
    found = set(_STRIKING.findall(text))
    lowered = text.lower()
    at = lowered.find(b"cuda")
    while at >= 0:
        end = text.find(b"\n", at)
        found.add(text[text.rfind(b"\n", 0, at) + 1 : end])
        at = lowered.find(b"cuda", end)
    for match in _VERSIONED.finditer(text):
        found.add(text[text.rfind(b"\n", 0, match.start()) + 1 : match.end()])
    return found


@lru_cache(maxsize=_REMEMBERED)
def _is_remarkable(name: bytes) -> bool:
    return (
        may_be_cudas(name)
        or MARK.fullmatch(name) is not None
        or NVML.fullmatch(name) is not None
        or VERSION.search(name) is not None
    )
