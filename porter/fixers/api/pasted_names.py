"""Rename the part of a name that a macro pastes together.

## What it does
In a macro's body, `cuda##name` becomes `hip##name`, and likewise the prefixes of the libraries
whose names HIP mirrors (`cublas##name`, `CUBLAS_##name` …) and longer beginnings that HIP's names
have, too (`cufftExec##kind`). A warning tells that the whole name was
not seen.

## Why
`#define CALL(name, ...) cuda##name(__VA_ARGS__)` makes names that stand nowhere in the code, so no
table can map them. Left as it is, the macro cannot compile; for nearly all names of these
libraries the prefix is all that differs.

## What it leaves alone
Pasted names of other prefixes; macros that paste something in front of `cuda`. Names of a library
for which ROCm's own is chosen (`--blas roc`) are reported, for it has another scheme of names.

## References
[cpp.concat] of the C++ standard; `rules/cuda-hip`, where the irregular names stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._pasted import PREFIXES, pasted
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.names import ROC

rule = Rule("API07", "pasted-names", handles=PREFIXES)

EXAMPLES = (
    Example(
        "#define CALL(name, ...) check(cuda##name(__VA_ARGS__))\n",
        "#define CALL(name, ...) check(hip##name(__VA_ARGS__))\n",
        findings=("warning",),
    ),
    Example(
        """
        #define GEMM(T) cublas##T##gemm
        #define STATUS(s) CURAND_##s
        """,
        """
        #define GEMM(T) cublas##T##gemm
        #define STATUS(s) HIPRAND_##s
        """,
        ("error", "warning"),
        Options(roc=("blas",)),
        title="rocBLAS's names are not made of cuBLAS's: `rocblas_sgemm`",
    ),
    Example(
        """
        #define EXECUTE(kind) cufftExec##kind(plan, in, out, CUFFT_##FORWARD)
        #define NO_SUCH(x) cufftFoo##x
        """,
        """
        #define EXECUTE(kind) hipfftExec##kind(plan, in, out, HIPFFT_##FORWARD)
        #define NO_SUCH(x) cufftFoo##x
        """,
        ("warning", "warning"),
        title="the beginning of some names",
    ),
    Example("#define STATUS(s) CUBLAS_ ## s\n", "#define STATUS(s) HIPBLAS_ ## s\n", ("warning",)),
    Example(
        """
        #define MINE(name) my_##cuda##name
        int cuda = 1;
        #define OTHER(name) cudax##name
        """,
        title="no name of CUDA's comes of it",
    ),
)


def _own(roc: tuple[str, ...]) -> frozenset[bytes]:
    """Return the libraries whose names become those of ROCm's own."""
    return frozenset(ROC[one].encode() for one in roc)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit and a warning for each prefix that a macro pastes a name to."""
    own = _own(context.options.roc)
    for use, name, hip in pasted(file, context.tables):
        if any(name.lower().startswith(one) for one in own):
            yield rule.error(
                use,
                f"a macro makes names of {name.decode()}##…, and ROCm's own library has another "
                "scheme of names",
                hint="write the names out: porter rules show NAME",
            )
            continue
        yield rule.replace(use, hip)
        yield rule.warning(
            use,
            f"a macro makes names of {name.decode()}##…: they become {hip.decode()}##… unseen",
            hint="look the names up that it is used with: porter rules show NAME",
        )
