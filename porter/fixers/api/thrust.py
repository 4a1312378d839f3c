"""Name the HIP back end of Thrust where the code names CUDA's.

## What it does
`thrust::cuda::par` becomes `thrust::hip::par`, likewise `thrust::system::cuda`,
`thrust::cuda_cub`, `cuda_category`, the headers under `thrust/system/cuda` and
`THRUST_DEVICE_SYSTEM_CUDA`. `thrust::random::experimental::normal_distribution` becomes
`thrust::random::normal_distribution`.

## Why
rocThrust is Thrust with a back end for HIP: everything else keeps its name and header. The
execution policies of a back end carry its name. The allocator of pinned memory, which CUDA's back
end had, comes from `pinned_allocator.hpp`.

## What it leaves alone
All other names of Thrust, but those that rocThrust lacks are reported, and so are headers of the
back end that it lacks; scopes of other projects.

## References
rocThrust: `thrust/system/hip/execution_policy.h`, `thrust/detail/config/device_system.h`,
`thrust/random/normal_distribution.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.source import Finding, SourceFile
from porter.source.text.edits import RuleOutput

_SYSTEM = b"THRUST_DEVICE_SYSTEM_CUDA"
#: Scope and name -> HIP's name.
_BACK_ENDS = {
    (b"thrust", b"cuda"): b"hip",
    (b"thrust::system", b"cuda"): b"hip",
    (b"thrust", b"cuda_cub"): b"hip_rocprim",
}
_DETAIL = b"thrust::system::cuda::detail"
#: What a project's own resources of memory are made of, in the back end's namespace of details.
_DETAILS = {
    b"cuda_memory_resource": b"hip_memory_resource",
    b"cudaMallocManaged": b"hipMallocManaged",
}
#: Headers under `thrust/system/cuda/` that rocThrust has under `thrust/system/hip/`.
_HEADERS = frozenset(
    b"config.h error.h execution_policy.h future.h memory.h memory_resource.h pointer.h "
    b"vector.h detail/par.h detail/execution_policy.h".split()
)
_FOLDER = b"thrust/system/cuda/"
#: Headers that rocThrust lacks -> the support header that takes their place.
_SUPPLIED = {b"experimental/pinned_allocator.h": "pinned_allocator.hpp"}

#: The category of CUDA's errors, where a project throws them as Thrust does.
_CATEGORY = b"cuda_category"

#: What a back end has that no other library calls so.
_POLICY = re.compile(rb"\s*+::\s*+(?:par|par_nosync|execution_policy|tag)(?!\w)")
#: What `using namespace thrust` gives and libcu++ has not.
_PAR = re.compile(rb"\s*+::\s*+(?:par(?:_nosync)?+(?!\w)|experimental\s*+::\s*+pinned_allocator)")
#: The one name of `thrust::random::experimental`, or the end of a directive or alias for all of it.
_NORMAL = re.compile(rb"\s*+::\s*+(?=normal_distribution(?!\w))")
_END = re.compile(rb"\s*+;")
_MEMBER = re.compile(rb"thrust[ \t\r\n]*::[ \t\r\n]*([A-Za-z_]\w*)")

rule = Rule("API04", "thrust", names=(b"thrust", _SYSTEM, _CATEGORY), headers=(_FOLDER,))

EXAMPLES = (
    Example(
        """
        #include <thrust/system/cuda/execution_policy.h>
        thrust::sort(thrust::cuda::par.on(s), v.begin(), v.end());
        """,
        """
        #include <thrust/system/hip/execution_policy.h>
        thrust::sort(thrust::hip::par.on(s), v.begin(), v.end());
        """,
    ),
    Example("auto p = ::thrust::system::cuda::par;\n", "auto p = ::thrust::system::hip::par;\n"),
    Example(
        """
        #if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
        #endif
        """,
        """
        #if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_HIP
        #endif
        """,
    ),
    Example(
        "kit::thrust::copy(kit::thrust::cuda::par_nosync.on(s), a, b, c);\n",
        "kit::thrust::copy(kit::thrust::hip::par_nosync.on(s), a, b, c);\n",
        title="Thrust in a namespace of the project's",
    ),
    Example(
        "using namespace thrust;\nsort(cuda::par, a, b); cuda::std::swap(a, b);\n",
        "using namespace thrust;\nsort(hip::par, a, b); cuda::std::swap(a, b);\n",
        title="the namespace is opened",
    ),
    Example(
        """
        #include <thrust/system/cuda/experimental/pinned_allocator.h>
        std::vector<int, thrust::system::cuda::experimental::pinned_allocator<int>> v;
        """,
        """
        #include "porter_compat/pinned_allocator.hpp"
        std::vector<int, thrust::system::hip::experimental::pinned_allocator<int>> v;
        """,
        title="pinned memory",
    ),
    Example(
        """
        using Managed = thrust::system::cuda::detail::cuda_memory_resource<
            thrust::system::cuda::detail::cudaMallocManaged, mine, thrust::cuda::pointer<void>>;
        """,
        """
        using Managed = thrust::system::hip::detail::hip_memory_resource<
            thrust::system::hip::detail::hipMallocManaged, mine, thrust::hip::pointer<void>>;
        """,
        title="a resource of memory",
    ),
    Example(
        """
        #include <thrust/system/cuda/error.h>
        throw thrust::system_error(code, thrust::cuda_category(), "copy");
        """,
        """
        #include <thrust/system/hip/error.h>
        throw thrust::system_error(code, thrust::hip_category(), "copy");
        """,
        title="errors of the runtime",
    ),
    Example(
        """
        using namespace thrust::random::experimental;
        thrust::random::experimental::normal_distribution<float> a(0, 1);
        lab::random::experimental::normal_distribution<float> b;
        """,
        """
        using namespace thrust::random;
        thrust::random::normal_distribution<float> a(0, 1);
        lab::random::experimental::normal_distribution<float> b;
        """,
        title="a namespace that Thrust has given up",
    ),
    Example(
        "#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>\n",
        findings=("error",),
        title="a header that rocThrust lacks",
    ),
    Example("thrust::sort(thrust::omp::par, a, b);\n", findings=("warning",), title="OpenMP"),
    Example("thrust::make_tabulate_output_iterator(f);\n", findings=("error",)),
    Example(
        """
        #include <thrust/sort.h>
        thrust::sort(thrust::device, a, b); mine::thrust::cuda::f();
        """,
        title="Thrust's own names stay",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name and header of Thrust's CUDA back end."""
    for include in file.includes:
        name = include.path.removeprefix(_FOLDER)
        if name == include.path or include.path in context.headers:
            continue
        if name in _HEADERS:
            text = b"thrust/system/hip/" + name
            yield rule.replace(include.path_span, text, detail="thrust")
        elif (support := _SUPPLIED.get(name)) is not None:
            path = support_path(file.path, support).encode()
            needed = "" if include.is_test else support
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
        elif not include.is_test:
            yield rule.error(include.path_span, f"rocThrust has no header {include.path.decode()}")
    for (scope, name), hip in _BACK_ENDS.items():
        for use in file.occurrences_of(frozenset((name,))):
            qualifier = file.qualifier(use.start)
            # THRUST_CUB_WRAPPED_NAMESPACE puts all of Thrust into a project's own.
            is_wrapped = (qualifier or b"").endswith(b"::" + scope)
            is_opened = scope == b"thrust" and qualifier is None  # by a using-directive
            if (
                qualifier == scope
                or (is_wrapped and _POLICY.match(file.code, use.end))
                or (is_opened and _PAR.match(file.code, use.end))
            ):
                yield rule.replace(use, hip, detail="thrust")
    for use in file.occurrences_of(frozenset(_DETAILS)):
        if file.qualifier(use.start) == _DETAIL:
            yield rule.replace(use, _DETAILS[use.name], detail="thrust")
    yield from _out_of_experimental(file)
    yield from _missing(file, context)
    yield from _on_hosts(file)
    for use in file.occurrences_of(frozenset((_CATEGORY,))):
        qualifier = file.qualifier(use.start)
        if qualifier is None or qualifier.endswith((b"thrust", b"thrust::system")):
            yield rule.replace(use, b"hip_category", detail="thrust")
    for use in file.occurrences_of(frozenset((_SYSTEM,))):
        yield rule.replace(use, b"THRUST_DEVICE_SYSTEM_HIP", "thrust")


def _out_of_experimental(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield an edit for each use of the namespace in which the normal distribution was."""
    for use in file.occurrences_of(frozenset((b"experimental",))):
        if file.qualifier(use.start) != b"thrust::random":
            continue
        if (scope := _NORMAL.match(file.code, use.end)) is not None:
            yield rule.replace((use.start, scope.end()), b"", detail="thrust")
        elif _END.match(file.code, use.end):
            start = file.code.rindex(b"random", 0, use.start) + len(b"random")
            yield rule.replace((start, use.end), b"", detail="thrust")


def _on_hosts(file: SourceFile) -> Iterator[Finding]:
    """Yield a finding for each use of Thrust's OpenMP back end."""
    for use in file.occurrences_of(frozenset((b"omp",))):
        if file.qualifier(use.start) == b"thrust" and _PAR.match(file.code, use.end):
            yield rule.warning(
                use,
                "Thrust's OpenMP back end compiles in units of the host's compiler alone: HIP's "
                "pass for the device has no OpenMP",
                hint="leave the algorithm to thrust::host, or move it to a C++ source",
            )


def _missing(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each name of Thrust that rocThrust lacks."""
    for start in file.occurrences(b"thrust"):
        match = _MEMBER.match(file.code, start)
        if match is None or file.qualifier(start):
            continue
        row = context.tables.unmapped.get(b"thrust::" + match.group(1))
        if row is not None:
            yield rule.error(
                (start, match.end()),
                f"rocThrust has no thrust::{match.group(1).decode()}: {row.reason}",
            )
