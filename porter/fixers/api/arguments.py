"""Adapt calls whose arguments HIP's functions take otherwise.

## What it does
Where CUDA overloads a function or gives its parameters defaults and HIP does not, it rewrites the
call: `cudaEventCreate(&e, flags)` becomes `hipEventCreateWithFlags(&e, flags)`, default arguments
of `cudaLaunchCooperativeKernel` are written out, and the pointer that
`cudaHostGetDevicePointer` fills is cast to `void**`. A pointer to const is cast where HIP's
function lacks the const. Calls in a form that HIP has not at all are reported.

## Why
A name is mapped when HIP has a function of the same meaning; its overloads and parameters may
differ, and CUDA changed some functions between versions (`cudaGraphExecUpdate` has one result
argument since CUDA 12, HIP's has two). The tables tell for each function.

## What it leaves alone
Calls in the form that both sides have; functions of the project's own.

## References
`cuda_runtime.h` of CUDA 12 and 13; `hip_runtime_api.h`; the column `differs` of `rules/cuda-hip`,
and `defaults.toml`, which `porter rules derive-defaults` writes from both sides' headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.api._casts import is_cast, is_const_cast, is_pointer_cast
from porter.fixers.api._differences import Difference, difference, differing
from porter.fixers.api.context_parameters import idle_parameters
from porter.fixers.api.entry_points import entries
from porter.fixers.api.library_properties import property_calls
from porter.fixers.api.memory_locations import located_calls
from porter.fixers.api.solve_buffer import supplied_buffers
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput
from porter.tables.defaults import lacking_defaults


class _Form(NamedTuple):
    """What a call with a certain number of arguments becomes.

    Attributes:
        hip: HIP's function, None to leave the name to the table.
        support: the support header that `hip` comes from, empty where HIP has it.
        insert: index of an argument and what to put in front of it.
        append: arguments to add behind the last.
        casts: indices of arguments and what to cast them to.
        drop: index of an argument to leave out when it is a null pointer.
        dropped: what is reported when it is none.
        problem: why HIP has no such call; it is reported then.
    """

    hip: bytes | None = None
    support: str = ""
    insert: tuple[int, bytes] | None = None
    append: bytes = b""
    casts: tuple[tuple[int, bytes], ...] = ()
    drop: int | None = None
    dropped: str = ""
    problem: str = ""


_CALLBACK = _Form(drop=3, dropped="takes a callback for the shared memory; HIP's takes none")
#: CUDA 12's has one struct for what came of it, which C++ alone has of a support header.
_UPDATE_IN_C = _Form(problem="has one result since CUDA 12; HIP's has a node and a result")
_UPDATE = _Form(hip=b"porter::graph_exec_update", support="graph_updates.hpp")
_FORMS: dict[bytes, dict[int, _Form]] = {
    b"cudaEventCreate": {2: _Form(hip=b"hipEventCreateWithFlags")},
    b"cudaMallocHost": dict.fromkeys((2, 3), _Form(hip=b"hipHostMalloc")),
    b"cudaMallocAsync": {4: _Form(hip=b"hipMallocFromPoolAsync")},
    b"cudaGraphInstantiate": {
        2: _Form(hip=b"hipGraphInstantiateWithFlags", append=b", 0"),
        3: _Form(hip=b"hipGraphInstantiateWithFlags"),
    },
    b"cudaGraphExecUpdate": {3: _UPDATE},
    b"cuGraphExecUpdate": {3: _UPDATE},
    b"cudaHostGetDevicePointer": {3: _Form(casts=((0, b"(void**)"),))},
    b"cudaStreamGetCaptureInfo": {
        **dict.fromkeys((2, 4, 5, 6), _Form(hip=b"hipStreamGetCaptureInfo_v2")),
        7: _Form(problem="returns edge data since CUDA 13; HIP's does not"),
    },
    b"cuCtxCreate": {
        4: _Form(drop=1, dropped="takes a CUctxCreateParams since CUDA 13; HIP's does not")
    },
    b"cublasGemmBatchedEx": {
        20: _Form(casts=((7, b"(const void**)"), (10, b"(const void**)"), (14, b"(void**)")))
    },
    b"cuMemcpy": {3: _Form(append=b", hipMemcpyDefault")},
    b"cuMemcpyAsync": {4: _Form(insert=(3, b"hipMemcpyDefault, "))},
    b"cuGraphInstantiate": {3: _Form(hip=b"hipGraphInstantiateWithFlags")},
    b"cuOccupancyMaxPotentialBlockSize": {6: _CALLBACK},
    b"cuOccupancyMaxPotentialBlockSizeWithFlags": {7: _CALLBACK},
}
#: In C, which has no default for HIP's flags.
_FORMS_IN_C: dict[bytes, dict[int, _Form]] = {
    b"cudaMallocHost": {2: _Form(hip=b"hipHostMalloc", append=b", 0")},
    b"cuMemAllocHost": {2: _Form(append=b", 0")},
    b"cudaGraphExecUpdate": {3: _UPDATE_IN_C},
    b"cuGraphExecUpdate": {3: _UPDATE_IN_C},
}
_CONST = re.compile(r" ?\bconst\b ?")
_NULL = frozenset((b"0", b"NULL", b"nullptr"))

rule = Rule("API05", "arguments")

EXAMPLES = (
    Example(
        "CHECK(cudaEventCreate(&event, cudaEventDisableTiming));\n",
        "CHECK(hipEventCreateWithFlags(&event, cudaEventDisableTiming));\n",
    ),
    Example(
        """
        cudaLaunchCooperativeKernel((void *)k, grid, block, args);
        cudaMalloc3DArray(&array, &format, extent);
        """,
        """
        cudaLaunchCooperativeKernel((void *)k, grid, block, args, 0, 0);
        cudaMalloc3DArray(&array, &format, extent, 0);
        """,
        title="arguments that have defaults in CUDA",
    ),
    Example(
        "cudaHostGetDevicePointer(&device, host, 0);\n",
        "cudaHostGetDevicePointer((void**)&device, host, 0);\n",
    ),
    Example(
        "float *p; cudaMallocHost(&p, n);\n",
        "float *p; hipHostMalloc(&p, n);\n",
        title="`hipMallocHost` takes `void**` only, and is deprecated",
    ),
    Example(
        "void *p; cudaMallocHost(&p, n); cuMemAllocHost(&p, n);\n",
        "void *p; hipHostMalloc(&p, n, 0); cuMemAllocHost(&p, n, 0);\n",
        path="pinned.c",
        title="in C there are no default arguments",
    ),
    Example(
        "cublasGemmBatchedEx(h, t, t, m, n, k, &one, (void **)a, type, m, "
        "b, type, k, &zero, c, type, m, count, computed, algorithm);\n",
        "cublasGemmBatchedEx(h, t, t, m, n, k, &one, (const void**)(void **)a, type, m, "
        "(const void**)b, type, k, &zero, (void**)c, type, m, count, computed, algorithm);\n",
        title="pointers to pointers, whose consts HIP's function has not",
    ),
    Example("cudaGraphInstantiate(&e, g, 0);\n", "hipGraphInstantiateWithFlags(&e, g, 0);\n"),
    Example(
        "cudaGraphExecUpdate(e, g, &info);\n",
        '#include "porter_compat/graph_updates.hpp"\nporter::graph_exec_update(e, g, &info);\n',
        title="CUDA 12's, with one struct for the result",
    ),
    Example(
        "cudaGraphExecUpdate(e, g, &info);\n",
        findings=("error",),
        path="graph.c",
        title="which C does not have of a support header",
    ),
    Example(
        """
        cuMemcpyAsync(to, from, bytes, stream);
        cuCtxCreate(&context, NULL, 0, device);
        cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0);
        """,
        """
        cuMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
        cuCtxCreate(&context, 0, device);
        cuOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 0);
        """,
        title="functions of the driver",
    ),
    Example(
        "nvrtcCompileProgram(program, 2, options);\n",
        "nvrtcCompileProgram(program, 2, (char const**)options);\n",
        title="HIP's function lacks a const",
    ),
    Example(
        "cublasSgetrsBatched(h, t, n, 1, (const float **) a, n, p, b, n, i, count);\n"
        "cublasSgetrsBatched(h, t, n, 1, (float **) a, n, p, b, n, i, count);\n",
        "cublasSgetrsBatched(h, t, n, 1, (float*const*)(const float **) a, n, p, b, n, i, count);\n"
        "cublasSgetrsBatched(h, t, n, 1, (float **) a, n, p, b, n, i, count);\n",
        title="which the project casts to",
    ),
    Example(
        "cusparseSpSM_solve(h, a, b, &alpha, m, x, y, type, algorithm, state);\n",
        findings=("error",),
        title="HIP's function takes one argument more",
    ),
    Example(
        """
        cudaEventCreate(&event);
        cudaMemPrefetchAsync(p, bytes, device, stream);
        cudaHostGetDevicePointer((void **)&device, host, 0);
        """,
        title="the form that both have",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what each call needs, by the number of its arguments and by what the tables tell."""
    defaults = lacking_defaults()
    wanted = ((_FORMS.keys() | _FORMS_IN_C.keys()) & file.names) | (defaults.keys() & file.names)
    wanted |= differing(context.tables, file.names)
    if not wanted:
        return
    elsewhere = {call for one in idle_parameters(file) for call in one.calls}  # API18
    elsewhere |= supplied_buffers(file).keys() | entries(file, context).keys()  # API51, API55
    elsewhere |= located_calls(file).keys() | set(property_calls(file))  # API59, API69
    for call in file.api_calls(sorted(wanted)):
        if call in elsewhere:
            continue
        forms = _FORMS_IN_C if file.path.endswith(".c") and call.name in _FORMS_IN_C else _FORMS
        form = forms.get(call.name, {}).get(len(call.arguments))
        default = defaults.get(call.name, {}).get(len(call.arguments))
        if form is not None:
            yield from _adapted(file, call, form)
        elif default is not None:
            yield rule.insert(call.arguments[-1][1], b", " + default)
        else:
            yield from _by_table(file, call, difference(context, call.name))


def _adapted(file: SourceFile, call: Call, form: _Form) -> Iterator[RuleOutput]:
    name = call.name.decode()
    if form.problem:
        yield rule.error(call.whole, f"{name} {form.problem}")
    if form.hip is not None:
        yield rule.replace(call, form.hip, support=form.support)
    if form.insert is not None:
        yield rule.insert(call.arguments[form.insert[0]][0], form.insert[1])
    if form.append:
        yield rule.insert(call.arguments[-1][1], form.append)
    for index, cast in form.casts:
        start, end = call.arguments[index]
        if not _is_cast_to(cast, file.code[start:end]):
            yield rule.insert(start, cast)
    if form.drop is not None:
        start, end = call.arguments[form.drop]
        if file.code[start:end] in _NULL:
            yield rule.replace((start, call.arguments[form.drop + 1][0]), b"")
        else:
            yield rule.error((start, end), f"{name} {form.dropped}")


def _is_cast_to(cast: bytes, argument: bytes) -> bool:
    """Tell whether an argument is cast, and to const where that is asked for."""
    return is_cast(argument) and (b"const" not in cast or b"const" in argument.partition(b")")[0])


def _by_table(file: SourceFile, call: Call, differs: Difference) -> Iterator[RuleOutput]:
    name = call.name.decode()
    wanted = differs.arities.get(len(call.arguments))
    if wanted is not None:
        yield rule.error(
            call.whole,
            f"{name} is called with {len(call.arguments)} arguments; HIP's function takes {wanted}",
        )
        return
    for index, (cuda, hip) in differs.types.items():
        if index >= len(call.arguments):
            continue
        start, end = call.arguments[index]
        if _CONST.sub("", cuda) == _CONST.sub("", hip):
            text, cast = file.code[start:end], b"(%b)" % hip.encode()
            is_const = is_const_cast(text) and "const*" in cuda and not is_const_cast(cast)
            if (is_const or not is_pointer_cast(text)) and not text.startswith(cast):
                yield rule.insert(start, cast)
        else:
            yield rule.warning(
                (start, end), f"{name}: this argument is {hip} in HIP, and {cuda} after conversion"
            )
