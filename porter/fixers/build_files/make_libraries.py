"""Link ROCm's libraries where a Makefile linked CUDA's.

## What it does
`-lcudart` becomes `-lamdhip64`, `-lcublas` `-lhipblas` and so on, by the table
`rules/cuda-hip/libraries.toml`; `-lcudadevrt`, which HIP has no need of, goes, and so does what
would be named twice (`-lcuda -lcudart`). The same holds for names that make puts `-l` in front of:
`LIBS = cudart` with `$(addprefix -l,$(LIBS))`. A file of one that a command looks for (`find …
-name libcuda.so`) is ROCm's, and a warning says so: many Makefiles build nothing where it is not
found.
With `--blas roc` and the like they are ROCm's own: `-lrocblas`.

## Why
CUDA's libraries are not there.

## What it leaves alone
Libraries that ROCm has nothing for (`-lnvjpeg`, `-lcupti`, `-lnvidia-ml`, `-lnpp…`): reported.

## References
The libraries in ROCm's lib folder; CUDA's release notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, reading, without
from porter.fixers.build_files._make_linking import library_names, variables_of_libraries
from porter.options import Options
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.libraries import NOT_NEEDED, by_cudas_name, is_nvidias_own

rule = Rule("BLD12", "make-libraries", languages=(Language.MAKE,))

_LIBRARY = re.compile(rb"(?<![\w/.-])-l[ \t]*+([\w-]+)")
_SOUGHT = re.compile(rb"(?<![\w.-])-i?name[ \t]++[\"']?lib(\w+)\.so(?![\w.])")

EXAMPLES = (
    Example(
        "LDLIBS = -lcublas -l cuda -lcudart -l cudadevrt -lm\n",
        "LDLIBS = -lhipblas -lamdhip64 -lm\n",
        path="Makefile",
        title="libraries",
    ),
    Example(
        "LDLIBS = -lcublas -lcusolver -lcurand\n",
        "LDLIBS = -lrocblas -lrocsolver -lrocblas -lhiprand\n",
        options=Options(roc=("blas", "solver")),
        path="Makefile",
        title="ROCm's own libraries; rocSOLVER's programs call rocBLAS",
    ),
    Example(
        "LIBS += GL cuda cudart\nLDLIBS := $(addprefix -l, $(LIBS))\nROWS = cuda\n",
        "LIBS += GL amdhip64\nLDLIBS := $(addprefix -l, $(LIBS))\nROWS = cuda\n",
        path="Makefile",
        title="names that make makes flags of",
    ),
    Example(
        "B = cublas m\nLIBS = $(B) npps\nLDLIBS = $(foreach one,$(LIBS),-l$(one)) $(B:%=-l%)\n",
        "B = hipblas m\nLIBS = $(B) npps\nLDLIBS = $(foreach one,$(LIBS),-l$(one)) $(B:%=-l%)\n",
        findings=("warning",),
        path="Makefile",
        title="the same in a loop, through another variable",
    ),
    Example("LIBS += -lnvjpeg\n", findings=("warning",), path="Makefile", title="one ROCm lacks"),
    Example(
        "FOUND ?= $(shell find -L $(CUDA_PATH)/lib64/stubs -name libcuda.so)\n",
        "FOUND ?= $(shell find -L $(CUDA_PATH)/lib64/stubs -name libamdhip64.so)\n",
        findings=("warning",),
        path="Makefile",
        title="a file that is looked for",
    ),
    Example("LIBS = -lcudahelper -lm\n", path="Makefile", title="others"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries."""
    variables = variables_of_libraries(reading(file).flow)
    for line in changeable(file):
        flags = {match.span(): match[1].decode() for match in _LIBRARY.finditer(line.text)}
        named = {span: line.text[slice(*span)].decode() for span in library_names(line, variables)}
        linked: set[str] = set()
        for span, name in sorted((named | flags).items()):
            start, end = (line.text_start + at for at in span)
            library = by_cudas_name(context.options.roc).get(name)
            if library is not None and library.name not in linked:
                linked.add(library.name)
                given = library.flags() if span in flags else library.flags().replace("-l", "")
                yield rule.replace((start, end), given.encode())
            elif library is not None or name in NOT_NEEDED:
                yield rule.replace(without(file.data, start, end), b"")
            elif is_nvidias_own(name):
                yield rule.warning(
                    (start, end), f"ROCm has no library in place of {name}", hint="see what uses it"
                )
        if line.kind in (Kind.ASSIGNMENT, Kind.RECIPE):
            yield from _sought(line, context.options)


def _sought(line: Line, options: Options) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries where a command looks for the file of one of CUDA's."""
    for match in _SOUGHT.finditer(line.text):
        library = by_cudas_name(options.roc).get(match[1].decode())
        if library is not None:
            span = line.text_start + match.start(1), line.text_start + match.end(1)
            yield rule.replace(span, library.name.encode())
            yield rule.warning(
                span,
                f"what is looked for is lib{library.name}.so, which lies in ROCm's folder lib",
                hint="see that it is looked for there, and what is not built where it is not found",
            )
