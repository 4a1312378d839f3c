"""Look up HIP's functions where the driver's are looked up by name.

## What it does
In `cuGetProcAddress` and `cudaGetDriverEntryPoint` the name in the string becomes HIP's, and the
version that is asked for `HIP_VERSION`. For ROCm before 7.2, which has no `hipGetDriverEntryPoint`,
`cudaGetDriverEntryPoint` becomes `hipGetProcAddress` where nobody asks for its result argument.

## Why
A string is no name that the compiler checks: the port would look for CUDA's function when it runs,
and find none. HIP's versions have other numbers, and a smaller one is refused.

## What it leaves alone
Names that are computed, and functions that HIP lacks: reported.

## References
CUDA Driver API, "Driver Entry Point Access"; `hip_runtime_api.h`, `hipGetProcAddress`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput
from porter.tables.names import NameKind

_DRIVERS = frozenset((b"cuGetProcAddress", b"cuGetProcAddress_v2"))
_RUNTIMES = b"cudaGetDriverEntryPoint"
_STRING = re.compile(rb'"(cu\w+)"')
_VERSION = re.compile(rb"\d+|CUDA_VERSION|CUDART_VERSION|__CUDA_API_VERSION")
_NULL = frozenset((b"0", b"NULL", b"nullptr"))
_HAS_ENTRY_POINT = (7, 2)
#: Flags of the runtime's, which HIP's headers name from ROCm 7.2 on, and their values.
_FLAGS = {
    b"cudaEnableDefault": b"0",
    b"cudaEnableLegacyStream": b"1",
    b"cudaEnablePerThreadDefaultStream": b"2",
}

rule = Rule("API55", "entry-points", names=(*_DRIVERS, _RUNTIMES), handles=(_RUNTIMES, *_FLAGS))

EXAMPLES = (
    Example(
        'cuGetProcAddress("cuMemCreate", &create, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status);\n',
        'cuGetProcAddress("hipMemCreate", &create, HIP_VERSION, CU_GET_PROC_ADDRESS_DEFAULT, '
        "&status);\n",
    ),
    Example(
        'cudaGetDriverEntryPoint("cuMemCreate", &create, cudaEnableDefault);\n',
        'hipGetProcAddress("hipMemCreate", &create, HIP_VERSION, 0, nullptr);\n',
        options=Options(rocm=(6, 4)),
        title="the runtime's function, before ROCm 7.2",
    ),
    Example(
        'cudaGetDriverEntryPoint("cuMemCreate", &create, cudaEnableDefault, &result);\n',
        'cudaGetDriverEntryPoint("hipMemCreate", &create, cudaEnableDefault, &result);\n',
        options=Options(rocm=(7, 2)),
        title="from ROCm 7.2 on",
    ),
    Example(
        "cuGetProcAddress(name.c_str(), &f, version, 0, &status);\n",
        title="a name that is computed",
    ),
    Example(
        "cudaGetDriverEntryPoint(name.c_str(), &f, cudaEnableDefault);\n",
        findings=("error",),
        options=Options(rocm=(6, 4)),
        title="one of the runtime's, before ROCm 7.2",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each look-up."""
    is_known = context.options.rocm >= _HAS_ENTRY_POINT
    named = entries(file, context)
    for call in file.api_calls((*_DRIVERS, _RUNTIMES)):
        name = named.get(call)
        if name is None:
            if call.name == _RUNTIMES and not is_known:
                yield rule.error(call, "ROCm has hipGetDriverEntryPoint from 7.2 on")
            continue
        string = rule.replace(call.arguments[0], b'"%b"' % name)
        if call.name == _RUNTIMES and not is_known:
            flags = file.data[slice(*call.arguments[2])]
            rest = b"HIP_VERSION, " + _FLAGS.get(flags, flags) + b", nullptr"
            function = rule.replace(call, b"hipGetProcAddress")
            arguments = rule.replace((call.arguments[2][0], call.close), rest)
            yield from rule.together(function, string, arguments)
            continue
        yield string
        if call.name in _DRIVERS and _VERSION.fullmatch(file.code, *call.arguments[2]):
            yield rule.replace(call.arguments[2], b"HIP_VERSION")


def entries(file: SourceFile, context: Context) -> dict[Call, bytes]:
    """Return the look-ups that the port can make, and what the functions are called in HIP."""
    found: dict[Call, bytes] = {}
    is_known = context.options.rocm >= _HAS_ENTRY_POINT
    for call in file.api_calls(rule.names & file.names):
        name = _looked_up(file, context, call)
        is_plain = len(call.arguments) == 3 or file.code[slice(*call.arguments[-1])] in _NULL
        if name is not None and (call.name in _DRIVERS or is_known or is_plain):
            found[call] = name
    return found


def _looked_up(file: SourceFile, context: Context, call: Call) -> bytes | None:
    """Return what the function that a call looks up is called in HIP, if it has it."""
    if len(call.arguments) < 3:
        return None
    match = _STRING.fullmatch(file.data, *call.arguments[0])
    row = context.tables.names.get(match[1]) if match else None
    rocm = ".".join(map(str, context.options.rocm))
    if row is None or row.kind is not NameKind.FUNCTION or row.known_in(rocm) is False:
        return None
    return row.hip
