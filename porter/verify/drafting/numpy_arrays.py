"""Arrays of NumPy as pybind11 has them: parameters, and what their methods and fields tell.

Sources: pybind11's documentation, "NumPy" (`py::array_t`, `py::buffer_info`, `unchecked`).
"""

from __future__ import annotations

import re

from porter.verify.drafting.dtypes import dtype_of

#: `py::array_t<double, py::array::c_style>`, with its element in the group.
_TYPED = re.compile(
    r"\barray_t\s*+<\s*+(?:const\s++)?+((?:\w++(?:\s*+::\s*+|\s++(?=\w))?+)++(?:<[\w:\s]++>)?+)"
)
#: `py::array` and `py::buffer`, of any element.
_ANY = re.compile(r"\bpy(?:bind11)?+\s*+::\s*+(?:array|buffer)\s*+&?+\s*+$")
#: Elements that PyTorch's names do not stand for; without blanks.
_ELEMENTS = {
    "char": "int8", "signedchar": "int8", "unsignedchar": "uint8", "short": "int16",
    "unsignedshort": "uint16", "uint16_t": "uint16", "unsigned": "uint32", "unsignedint": "uint32",
    "uint32_t": "uint32", "longlong": "int64", "unsignedlong": "uint64", "size_t": "uint64",
    "uint64_t": "uint64", "unsignedlonglong": "uint64",
}  # fmt: skip
#: What asks an array for its memory, or is the array with its dimensions known.
SAME = frozenset({"request", "unchecked", "mutable_unchecked", "mutable_data", "ptr"})


def element_of(type_: str) -> str | None:
    """Return the element's type of a parameter that takes an array, as C++ has it.

    Args:
        type_: the parameter's.

    Returns:
        "" for one that takes any; None for a parameter that takes none.
    """
    if found := _TYPED.search(type_):
        return found[1].strip()
    return "" if _ANY.search(type_) else None


def element_dtype(element: str) -> str:
    """Return the type of an array's elements by its name in NumPy; "" where nothing tells.

    Args:
        element: as C++ has it.
    """
    return dtype_of(element) or _ELEMENTS.get(element.replace("std::", "").replace(" ", ""), "")
