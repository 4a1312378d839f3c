"""Report a ROCm library that a project's own HIP side names and does not include.

## What it does
Warns, once a name in a file, where code names functions or values of rocBLAS, rocSPARSE,
rocSOLVER, rocRAND, rocFFT or MIOpen (`rocblas_status_success`), the file includes CUDA's
counterpart (`cublas_v2.h`), and neither it nor a header of the project that it includes brings a
header of ROCm's.

## Why
Such code counts on a converter that put rocBLAS's header in the place of cuBLAS's, as PyTorch's
did. A port includes hipBLAS's, and so does PyTorch's by now: `use of undeclared identifier
'rocblas_status_success'`.

## What it leaves alone
Files that include a header of ROCm's, or nothing of CUDA's library; names that the project defines.

## References
hipBLAS's and rocBLAS's documentation, on which wraps which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.project.compiled_together import headers_of
from porter.source import Finding, SourceFile, Use

rule = Rule(
    "API70",
    "unincluded-libraries",
    fix=Fix.NONE,
    handles=(),
    precedence=Precedence.REPORT,
)

#: How names of ROCm's libraries begin, and the headers of CUDA's counterparts.
_COUNTERPARTS = {
    b"rocblas_": b"cublas",
    b"rocsparse_": b"cusparse",
    b"rocsolver_": b"cusolver",
    b"rocrand_": b"curand",
    b"rocfft_": b"cufft",
    b"miopen": b"cudnn",
}
_OF_ROCM = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<\"](?:[\w.-]++/)*+(?:roc\w|miopen|hip(?:blas|sparse"
    rb"|solver|rand|fft)\b)"
)

EXAMPLES = (
    Example(
        """
        #include <cublas_v2.h>
        #ifdef USE_ROCM
        const char *said(int error) { return error == rocblas_status_success ? "" : "failed"; }
        #endif
        """,
        findings=("warning",),
    ),
    Example(
        """
        #include <cublas_v2.h>
        #ifdef USE_ROCM
        #include <rocblas/rocblas.h>
        const char *said(int error) { return error == rocblas_status_success ? "" : "failed"; }
        #endif
        """,
        title="its header is there",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each name."""
    named = [one for one in _COUNTERPARTS if one in file.code]
    if not named or _OF_ROCM.search(file.data) is not None:
        return
    headers = headers_of(file).values()
    if any(_OF_ROCM.search(data) for data in headers):
        return
    included = [one.path.rpartition(b"/")[2] for one in file.includes]
    for prefix in named:
        header = next((one for one in included if one.startswith(_COUNTERPARTS[prefix])), None)
        names = {one for one in file.names if one.startswith(prefix)} if header else set()
        own = {one for one in names if any(b"define " + one in data for data in headers)}
        for use in _first(file, names - own):
            yield rule.warning(
                use,
                f"{use.name.decode()} is of {prefix.rstrip(b'_').decode()}, and nothing here "
                f"includes its header: {(header or b'').decode()} is another library's in the port",
                hint="include it for HIP, or name what the port's library has",
            )


def _first(file: SourceFile, names: set[bytes]) -> Iterator[Use]:
    """Yield the first use of each name."""
    seen = set()
    for use in file.occurrences_of(frozenset(names)) if names else ():
        if use.name not in seen:
            seen.add(use.name)
            yield use
