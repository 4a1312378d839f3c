"""Cast kernels where HIP's C++ API wants a pointer.

## What it does
Puts `(const void*)` in front of the kernel that is passed to `cudaFuncSetAttribute`,
`cudaFuncGetAttributes`, `cudaFuncSetCacheConfig`, `cudaFuncSetSharedMemConfig` and
`cudaLaunchKernel`. Reports dynamic shared memory that an AMD work-group may not have.

## Why
CUDA's C++ API has templates that take the kernel's name; HIP's functions of these names take a
`const void*` only. A work-group has 64 KB of LDS on AMD's processors (160 KB on gfx950), where
CUDA code may ask for up to 227 KB with `cudaFuncAttributeMaxDynamicSharedMemorySize`.

## What it leaves alone
Arguments that are cast to a pointer to `void` already. `cudaOccupancy…` and
`cudaLaunchCooperativeKernel`, for which HIP has the templates, too.

## References
`hip_runtime_api.h`; HIP programming manual, "Shared memory".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._casts import is_simple, is_void_cast
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.preprocessor.expressions import integer
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

#: Function -> index of the kernel among its arguments.
_KERNELS = {
    b"cudaFuncSetAttribute": 0,
    b"cudaFuncGetAttributes": 1,
    b"cudaFuncSetCacheConfig": 0,
    b"cudaFuncSetSharedMemConfig": 0,
    b"cudaLaunchKernel": 0,
}
_NO_KERNEL = frozenset((b"nullptr", b"NULL", b"0"))
_DYNAMIC_SIZE = b"cudaFuncAttributeMaxDynamicSharedMemorySize"
_LDS_BYTES = 64 * 1024
_CONSTANT = re.compile(
    rb"\b(?:constexpr|const)[ \t]+(?:\w+[ \t]+){1,6}(?P<name>[A-Za-z_]\w*)[ \t]*="
    rb"(?P<value>[^;,]{0,200});"
    rb"|#[ \t]*define[ \t]+(?P<macro>[A-Za-z_]\w*)[ \t]+(?P<text>[^\n]*)"
)

rule = Rule("LCH04", "function-pointers", names=_KERNELS)

EXAMPLES = (
    Example(
        "cudaFuncGetAttributes(&attributes, kernel<float, 4>);\n",
        "cudaFuncGetAttributes(&attributes, (const void*)kernel<float, 4>);\n",
    ),
    Example(
        """
        cudaFuncGetAttributes(&a, reinterpret_cast<kernel_t>(k));
        cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(k));
        """,
        """
        cudaFuncGetAttributes(&a, (const void*)(reinterpret_cast<kernel_t>(k)));
        cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(k));
        """,
        title="a cast to the kernel's type is none to a pointer that HIP takes",
    ),
    Example(
        "cudaFuncSetCacheConfig(wide ? k<4> : k<1>, cudaFuncCachePreferL1);\n",
        "cudaFuncSetCacheConfig((const void*)(wide ? k<4> : k<1>), cudaFuncCachePreferL1);\n",
        title="anything but a name is taken into parentheses",
    ),
    Example(
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);\n",
        "cudaFuncSetAttribute((const void*)k, cudaFuncAttributeMaxDynamicSharedMemorySize, "
        "96 * 1024);\n",
        findings=("error",),
        title="more than a work-group can have",
    ),
    Example(
        "cudaFuncSetAttribute((void*)k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);\n",
        findings=("note",),
        title="a size known at run time",
    ),
    Example(
        """
        cudaFuncSetAttribute((const void *)k, attribute, 1);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0);
        """,
        title="cast already, or not needed",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the casts, and a finding for each size of dynamic shared memory."""
    for call in file.api_calls(_KERNELS):
        index = _KERNELS[call.name]
        if index >= len(call.arguments):
            continue
        span = call.arguments[index]
        text = file.code[slice(*span)]
        if not is_void_cast(text) and text not in _NO_KERNEL:
            if is_simple(text.removeprefix(b"&")):
                yield rule.insert(span[0], b"(const void*)")
            else:
                yield from rule.wrap(span, b"(const void*)(", b")")
        if call.name == b"cudaFuncSetAttribute":
            yield from _dynamic_size(file, call)


def _dynamic_size(file: SourceFile, call: Call) -> Iterator[RuleOutput]:
    if len(call.arguments) != 3 or file.code[slice(*call.arguments[1])] != _DYNAMIC_SIZE:
        return
    start, end = call.arguments[2]
    size = _value(file, file.code[start:end])
    if size is None:
        yield rule.note(
            (start, end),
            "a work-group has 64 KB of shared memory (160 KB on gfx950): more fails when launched",
            hint="see that the size fits, or choose smaller tiles for AMD",
        )
    elif size > _LDS_BYTES:
        yield rule.error(
            (start, end),
            f"{size} bytes of dynamic shared memory; a work-group has {_LDS_BYTES} "
            "(163840 on gfx950)",
            hint="choose smaller tiles for AMD",
        )


def _value(file: SourceFile, text: bytes) -> int | None:
    """Return the value of a constant expression, or of a constant that the file defines once."""
    value = integer(text)
    if value is not None or not re.fullmatch(rb"[A-Za-z_]\w*", text):
        return value
    values = _constants(file).get(text, [])
    return integer(values[0]) if len(values) == 1 else None


@once_for_each_file
def _constants(file: SourceFile) -> dict[bytes, list[bytes]]:
    """Return the constants and object-like macros of a file, with what they are defined as."""
    found: dict[bytes, list[bytes]] = {}
    for match in _CONSTANT.finditer(file.code):
        name, value = match["name"] or match["macro"], match["value"] or match["text"]
        found.setdefault(name, []).append(value)
    return found
