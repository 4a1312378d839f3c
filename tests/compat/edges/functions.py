"""Finds the scalar functions that CUDA's headers declare for device code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

HEADERS = (
    "crt/math_functions.h", "crt/device_functions.h", "crt/device_double_functions.h",
    "cuda_fp16.h", "cuda_bf16.h", "sm_32_intrinsics.h", "sm_61_intrinsics.h",
)  # fmt: skip
#: As headers spell a type -> as programs here do.
_TYPES = {
    "float": "float", "double": "double", "int": "int", "unsigned int": "unsigned",
    "unsigned": "unsigned", "long long int": "long long", "long long": "long long",
    "long int": "long long", "unsigned long long int": "unsigned long long",
    "unsigned long long": "unsigned long long", "short int": "short", "short": "short",
    "unsigned short int": "unsigned short", "unsigned short": "unsigned short",
    "char": "signed char", "signed char": "signed char", "unsigned char": "unsigned char",
    "bool": "bool", "float2": "float2", "__half": "__half", "__half2": "__half2",
    "__nv_bfloat16": "__nv_bfloat16", "__nv_bfloat162": "__nv_bfloat162",
}  # fmt: skip
_DECORATION = re.compile(
    r"\b(?:__THROW|__cdecl|__CUDA_MATH_CRTIMP|__device_builtin__|__cudart_builtin__|__func__"
    r"|__DEVICE_\w+_DECL__|__CUDA_\w+_DECL__|__NV_\w+|extern|static|__device__|__host__"
    r"|__forceinline__|__inline__|inline|const|_CPP\w*|__DEVICE_HOST\w*)\b"
)
_DECLARED = re.compile(
    r"(?:^|[;}\n])\s*(?P<type>(?:(?:unsigned|signed|long|short) )*(?:"
    + "|".join(sorted({name.split()[-1] for name in _TYPES}, key=len, reverse=True))
    + r"))\s+(?P<name>[a-z_]\w*)\s*\((?P<parameters>[^()]*)\)"
)
#: What synchronises, reads memory or clocks, belongs to one operating system, or takes very long.
_LEFT_OUT = re.compile(
    r"atomic|shfl|sync|ballot|^__ld|^__st|trap|brkpt|prof|clock|assert|malloc|free|sleep|fence|vote"
    r"|match|^__any|^__all$|reduce|activemask|fns|setmax|cvta|is(?:Shared|Global|Const|Local|Grid)"
    r"|^nanf?$|^__(?:isnan|isinf|isf|fin|sign|nv|internal|cuda)|rtd$|^_[A-Za-z]"
    r"|^__(?:DOUBLE|FLOAT)_BITS$|^[jy]nf?$"
)


class Function(NamedTuple):
    """A function: its name, the types of one to three parameters, and that of its result."""

    name: str
    parameters: tuple[str, ...]
    result: str

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


def functions(include: Path) -> list[Function]:
    """Return them in the order of their names.

    Args:
        include: the folder of CUDA's headers.
    """
    found: dict[tuple[str, tuple[str, ...]], Function] = {}
    for header in HEADERS:
        path = include / header
        text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        for match in _DECLARED.finditer(re.sub(r"[ \t]+", " ", _DECORATION.sub(" ", text))):
            types = [_type(one) for one in match["parameters"].split(",")]
            known = tuple(one for one in types if one is not None)
            if len(known) == len(types) <= 3 and not _LEFT_OUT.search(match["name"]):
                result = _TYPES[" ".join(match["type"].split())]
                one = Function(match["name"], known, result)
                found.setdefault((one.name, known), one)
    return [found[key] for key in sorted(found)]


def _type(parameter: str) -> str | None:
    if "*" in parameter or "&" in parameter:
        return None
    words = parameter.split()
    return _TYPES.get(" ".join(words)) or _TYPES.get(" ".join(words[:-1]))
