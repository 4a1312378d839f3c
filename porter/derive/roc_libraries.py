"""ROCm's own libraries, for users who choose them over the hip wrappers."""

from __future__ import annotations

import re
from dataclasses import replace

from porter.derive.libraries import LIBRARIES, Library
from porter.tables.names import ROC

#: Table -> the headers of ROCm's library, and the prefix of its names.
_OWN = {
    "cublas": (("rocblas/rocblas.h",), r"rocblas_"),
    "cusparse": (("rocsparse/rocsparse.h",), r"rocsparse_"),
    "curand": (("rocrand/rocrand.h", "rocrand/rocrand_kernel.h"), r"ROCRAND_|rocrand_"),
    # rocSOLVER's functions take rocBLAS's handles and enums.
    "cusolver": (("rocblas/rocblas.h", "rocsolver/rocsolver.h"), r"rocsolver_|rocblas_"),
}
#: Macros that a program may define before it includes these headers, and that change them.
ROC_DEFINES = ("ROCM_MATHLIBS_API_USE_HIP_COMPLEX",)


def _own(library: Library) -> Library:
    """Return a library with ROCm's own in the place of its hip wrapper."""
    if library.name not in _OWN:
        return library
    headers, prefix = _OWN[library.name]
    folders = "|".join(sorted({header.partition("/")[0] for header in headers}))
    return replace(
        library,
        hip_files=re.compile(rf"^({folders})/"),
        hip_prefix=re.compile(prefix),
        hip_headers=headers,
    )


#: All libraries, those of `porter.tables.names.ROC` with ROCm's own on HIP's side.
WITH_ROC = tuple(_own(library) for library in LIBRARIES)
#: What a program of those libraries includes.
ROC_HEADERS = (
    "hip/hip_runtime.h",
    "hip/hip_fp16.h",
    "hip/hip_complex.h",
    *dict.fromkeys(header for headers, _ in _OWN.values() for header in headers),
)
#: The tables of which ROCm's own libraries can be chosen.
TABLES = frozenset(ROC.values())
