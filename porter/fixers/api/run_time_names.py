"""Report names of CUDA that are looked up, or compiled, at run time.

## What it does
Reports strings that name a function or library of CUDA and are passed to `dlopen`, `dlsym`,
`GetProcAddress`, `LoadLibrary` or `cuGetProcAddress`, calls that compile source text or load PTX
and cubins at run time, and commands of NVIDIA's that are passed to a shell. Strings are never
changed.

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
_LOADERS = (b"cuModuleLoadData", b"cuModuleLoadDataEx", b"cuLinkAddData", b"cuLibraryLoadData")
#: Loaders of files, which hipRTC does not write.
_OF_FILES = (b"cuModuleLoad", b"cuModuleLoadFatBinary", b"cuLinkAddFile", b"cuLibraryLoadFromFile")
_COMPILERS = (b"nvrtcCreateProgram", *_LOADERS, *_OF_FILES)
_SHELLS = (b"system", b"popen", b"_popen")
_TOOL = re.compile(
    rb"(?<![\w.-])(?:nvidia-smi|nvcc|ptxas|cuobjdump|nvdisasm|nvprof|nsys|ncu|compute-sanitizer"
    rb"|cuda-memcheck|cuda-gdb)(?![\w.-])"
)
#: What a program is compiled to while it runs; it becomes hipRTC's.
_RESULTS = frozenset((b"nvrtcGetPTX", b"nvrtcGetCUBIN", b"nvrtcGetLTOIR"))
_OF_CUDA = re.compile(
    rb'L?"(?:lib|nv)?(?:cuda|cu[A-Z]|cublas|cusparse|cufft|curand|cusolver|cudnn|nvrtc|nvToolsExt'
    rb"|nvml|nccl|cupti)\w*+[^\"]*+\""
)

rule = Rule("API08", "run-time-names", fix=Fix.NONE, names=(*_LOOKUPS, *_COMPILERS, *_SHELLS))

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
        void f() {
          cuModuleLoad(&module, "kernels.ptx");
          system("cd /tmp && nvidia-smi -q");
          system("ls nvcc_files");
        }
        """,
        findings=("warning", "warning"),
        title="a file of CUDA's, a command of NVIDIA's",
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
    for call in file.calls(*_SHELLS):
        start, end = call.arguments[0] if call.arguments else (0, 0)
        is_text = file.data[start : start + 1] == b'"' and not file.is_member(call.start)
        tool = _TOOL.search(file.data, start, end) if is_text else None
        if tool is not None:
            yield rule.warning(
                call,
                f"{tool.group().decode()} is called at run time, and ROCm has other commands",
                hint="rocm-smi or amd-smi, hipcc and rocprofv3 do the like, with other options",
            )
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
