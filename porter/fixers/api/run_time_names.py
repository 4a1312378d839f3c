"""Report names of CUDA that are looked up, or compiled, at run time.

## What it does
Reports strings that name a function or library of CUDA and are passed to `dlopen`, `dlsym`,
`GetProcAddress`, `LoadLibrary` or `cuGetProcAddress`, and calls that compile source text at run
time. Strings are never changed.

## Why
What a string names is looked up when the program runs: it fails then, not when it is built. Source
text for NVRTC is CUDA that no converter has seen.

## What it leaves alone
Strings that are passed to other functions, as messages are.

## References
HIP porting guide, "Driver entry point access"; hipRTC programming guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.api.entry_points import entries
from porter.source import Finding, SourceFile
from porter.source.text.calls import Call

_LOOKUPS = (
    b"dlopen",
    b"dlsym",
    b"GetProcAddress",
    b"LoadLibraryA",
    b"LoadLibraryW",
    b"LoadLibrary",
    b"cuGetProcAddress",
    b"cuGetProcAddress_v2",
)
_LOADERS = (b"cuModuleLoadData", b"cuModuleLoadDataEx", b"cuLinkAddData")
_COMPILERS = (b"nvrtcCreateProgram", *_LOADERS)
#: What a program is compiled to while it runs; it becomes hipRTC's.
_RESULTS = frozenset((b"nvrtcGetPTX", b"nvrtcGetCUBIN", b"nvrtcGetLTOIR"))
_OF_CUDA = re.compile(
    rb'L?"(?:lib|nv)?(?:cuda|cu[A-Z]|cublas|cusparse|cufft|curand|cusolver|cudnn|nvrtc|nvToolsExt'
    rb"|nvml|nccl|cupti)\w*+[^\"]*+\""
)

rule = Rule("API08", "run-time-names", fix=Fix.NONE, names=(*_LOOKUPS, *_COMPILERS))

EXAMPLES = (
    Example(
        """
        void *library = dlopen("libcuda.so.1", RTLD_NOW);
        f = dlsym(library, "cuMemAlloc");
        """,
        findings=("error", "error"),
    ),
    Example(
        "nvrtcCreateProgram(&program, source, 0, 0, 0, 0);\n",
        findings=("warning",),
        title="the text that it compiles is CUDA",
    ),
    Example(
        """
        nvrtcGetCUBIN(program, image);
        cuModuleLoadData(&module, image);
        """,
        title="what hipRTC has compiled is loaded",
    ),
    Example(
        """
        void *library = dlopen("libm.so", RTLD_NOW);
        puts("cudaMalloc failed");
        """,
        title="nothing of CUDA is looked up",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each name that is looked up, and for each compilation."""
    named = entries(file, context)
    for call in file.calls(*_LOOKUPS):
        if call not in named:  # API55 names HIP's function
            yield from _looked_up(file, call)
    compiled = not file.names.isdisjoint(_RESULTS)
    for call in file.calls(*_COMPILERS):
        if compiled and call.name in _LOADERS:
            continue
        name = call.name.decode()
        yield rule.warning(
            call,
            f"what {name} is given at run time is CUDA's: source, PTX or a cubin",
            hint="convert the source text as well, and compile it with hipRTC for the device's "
            "architecture",
        )


def _looked_up(file: SourceFile, call: Call) -> Iterator[Finding]:
    for start, end in call.arguments:
        match = _OF_CUDA.fullmatch(file.data, start, end)
        if match:
            text = match.group().decode("utf-8", "replace")
            yield rule.error(
                (start, end),
                f"{text} is looked up at run time, and a string is not converted",
                hint="look up HIP's library and name: porter rules show NAME",
            )
