"""Supply the functions that HIP lacks.

## What it does
Replaces CUDA's functions, constants and types that HIP does not have by those of a support
header, and includes it: `__dp4a` becomes `porter::dp4a` of `integer_dot.hpp`. Where HIP has the
function for other types only, the name stays and the support header adds the overload.

## Why
HIP 6.4 has no integer dot products, SIMD-in-a-word functions, cache operators, atomics of block
scope, or conversions between bfloat16 and integers. Without them a port does not compile. Which
name is supplied by what, why, and against which ROCm this was found out, stands in
`rules/cuda-hip/compat.toml`.

The headers are C++. cuDNN's interface is for C, too: there it has names of C (`porter_dnn_…`),
which call what a source in C++ of the same project compiles.

## What it leaves alone
Names that the project defines itself, members, names of other scopes, and names that the ROCm of
the port has. Names such as `umin`, which a project may well give to a variable, where nothing is
called. What files in C, which nvcc hands to the host's compiler, cannot have is reported.

## References
CUDA Math API; CUDA C++ Programming Guide, device functions; the headers of HIP 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.read_by_c import IN_CPP_HINT, c_names, cpp_names, is_read_by_c
from porter.source import SourceFile, Use
from porter.source.cpp.stand_ins import is_own_name
from porter.source.text.edits import RuleOutput
from porter.tables.supplies import Supply, supplies

#: Headers that other rules supply.
_ELSEWHERE = ("warp.hpp", "rounding.hpp")
_SUPPLIED = {name: supply for name, supply in supplies().items() if supply.header not in _ELSEWHERE}

#: Those that C has where the project's C++ reads the header, too.
_IN_C = frozenset(name for name, supply in _SUPPLIED.items() if supply.in_c)

rule = Rule(
    "LNG11",
    "supplied",
    names=_SUPPLIED,
    # NVML has no headers here: projects bring their own, and look its functions up at run time.
    shadowable=(name for name in _SUPPLIED if name.startswith((b"__", b"nvml", b"NVML"))),
)

EXAMPLES = (
    Example(
        "sum = __dp4a(a, b, sum);\n",
        """
        #include "porter_compat/integer_dot.hpp"
        sum = porter::dp4a(a, b, sum);
        """,
    ),
    Example(
        """
        __nv_bfloat162 v = __float2bfloat162_rn(x);
        atomicAdd(&sum[i], v);
        """,
        """
        #include "porter_compat/atomics_narrow.hpp"
        #include "porter_compat/bfloat16.hpp"
        __nv_bfloat162 v = porter::float2bfloat162_rn(x);
        atomicAdd(&sum[i], v);
        """,
        title="an overload that is missing is added under the same name",
    ),
    Example("atomicAdd(&count, 1);\n", title="HIP has it for this type"),
    Example(
        """
        #define __dp4a(a, b, c) mine(a, b, c)
        x = __dp4a(x, y, z);
        """,
        title="a macro of the project",
    ),
    Example("int low, umin;\numin = low;\n", title="a variable"),
    Example(
        """
        #ifndef __CUDACC__
        enum nvmlReturn_t { NVML_SUCCESS = 0, NVML_ERROR_UNKNOWN = 999 };
        #endif
        """,
        title="a stand-in for builds without CUDA",
    ),
    Example(
        """
        #if !defined(NVML_DEVICE_SERIAL_BUFFER_SIZE)
        char serial[] = "unknown";
        #else
        char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE];
        #endif
        """,
        title="a macro that is there where NVML's header is included, which is asked for",
    ),
    Example(
        "char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE];\n",
        """
        #include "porter_compat/management.hpp"
        char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE];
        """,
        title="a macro",
    ),
    Example(
        """
        #include <nvToolsExt.h>
        #if NVTX_VERSION > 2
        nvtxEventAttributes_t named = {NVTX_VERSION, NVTX_EVENT_ATTRIB_STRUCT_SIZE};
        #endif
        nvtxRangePushEx(&named);
        """,
        """
        #include "porter_compat/nvtx.hpp"
        #include <nvToolsExt.h>
        #if NVTX_VERSION > 2
        porter::nvtx_event_attributes named = {porter::nvtx_version, porter::nvtx_event_attrib_struct_size};
        #endif
        porter::nvtx_range_push(&named);
        """,  # noqa: E501
        title="constants and types of a library of the host's",
    ),
    Example(
        "int n = cudaSharedmemCarveoutMaxShared;\n",
        path="share.c",
        findings=("error",),
        title="which C cannot have",
    ),
    Example("low = umin(a, b);\n", path="bounds.c", title="C has its own"),
    Example(
        """
        namespace kit {
        inline half scalbln(half x, long by) { return shifted(x, by); }
        inline half scalbn(half x, int by) { return scalbln(x, by); }
        template <int R> unsigned mulhi(unsigned x, unsigned y);
        unsigned first(unsigned x) { return mulhi<1>(x, x); }
        }
        """,
        title="the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name that is supplied, and ask for the headers."""
    wanted = {
        name: supply
        for name in file.names & _SUPPLIED.keys()
        if _is_wanted(supply := _SUPPLIED[name], file, context)
    }
    of_c = {name: supply for name, supply in wanted.items() if supply.in_c}
    if file.path.endswith(".c"):
        had = of_c if of_c and cpp_names(file, _IN_C) else {}
        for use, supply in _named(file, had):
            yield rule.replace(use, supply.port_in_c, support=supply.in_c)
        yield from _lacking_in_c(file, {n: one for n, one in wanted.items() if n not in had})
        return
    if of_c and is_read_by_c(file):
        for use, supply in _named(file, of_c):
            yield rule.replace(use, supply.port_in_both, support=supply.in_c)
        wanted = {name: supply for name, supply in wanted.items() if name not in of_c}
    elif of_c and c_names(file, _IN_C):  # whose calls this unit sets
        yield from (rule.support(one) for one in sorted({one.in_c for one in of_c.values()}))
    headers = set()  # of what is missing under the same name: overloads, and macros
    asked = {use.name for use in file.mentions(wanted) if _is_asked_for(file, use)}
    for use, supply in _named(file, wanted):
        is_called = file.call_at(use.start, use.end) is not None
        if supply.port == use.name:
            if is_called or (use.name.isupper() and use.name not in asked):
                headers.add(supply.header)
        elif is_called or _is_cudas(use.name):
            yield rule.replace(use, supply.port, support=supply.header)
    for header in sorted(headers):
        yield rule.support(header)


def _named(file: SourceFile, supplied: dict[bytes, Supply]) -> Iterator[tuple[Use, Supply]]:
    """Yield the uses of names that can become another's."""
    for use in file.uses(supplied):
        if not (_is_asked_for(file, use) or is_own_name(file, use.start, use.end)):
            yield use, supplied[use.name]


def _is_cudas(name: bytes) -> bool:
    """Tell whether a name says by itself that it is CUDA's, called or not."""
    return name.startswith(b"__") or not name.islower()


def _is_asked_for(file: SourceFile, use: Use) -> bool:
    """Tell whether a condition of the preprocessor asks for the name, which it cannot."""
    directive = file.directive_at(use.start)
    return directive is not None and directive.keyword != b"define"


def _lacking_in_c(file: SourceFile, wanted: dict[bytes, Supply]) -> Iterator[RuleOutput]:
    """Yield a finding for each name of the host's side: the headers that have them are C++."""
    reported: set[bytes] = set()
    for use in file.uses(wanted):
        if use.name not in reported and not use.name.startswith(b"__") and _is_cudas(use.name):
            reported.add(use.name)
            what = f"{use.name.decode()} is supplied by a header in C++, which C cannot include"
            yield rule.error(use, what, hint=IN_CPP_HINT)


def _is_wanted(supply: Supply, file: SourceFile, context: Context) -> bool:
    return supply.is_needed(context.options) and (
        not supply.when or not supply.when.isdisjoint(file.names)
    )
