"""CUDA's libraries, their HIP counterparts, and how their names correspond.

A name is reduced to a stem: its library's prefix, version suffixes, underscores and case are
taken off. Two names correspond when their stems are equal; the signatures then have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Library:
    """One library on both sides.

    Attributes:
        name: of the table file.
        cuda_files: matches the CUDA header files whose declarations belong to it.
        hip_files: matches the HIP header files in which its counterparts may stand.
        cuda_prefix: matches the prefix of a CUDA name.
        hip_prefix: matches the prefix of a HIP name.
        cuda_headers: what to include on CUDA's side.
        hip_headers: what to include on HIP's side.
        own: matches the CUDA names that are the library's public interface; others are internal.
    """

    name: str
    cuda_files: re.Pattern[str]
    hip_files: re.Pattern[str]
    cuda_prefix: re.Pattern[str]
    hip_prefix: re.Pattern[str]
    cuda_headers: tuple[str, ...]
    hip_headers: tuple[str, ...]
    own: re.Pattern[str]


def _library(
    name: str,
    cuda_files: str,
    hip_files: str,
    prefixes: tuple[str, str],
    headers: tuple[str, str],
    own: str,
) -> Library:
    return Library(
        name,
        re.compile(cuda_files),
        re.compile(hip_files),
        re.compile(prefixes[0]),
        re.compile(prefixes[1]),
        tuple(headers[0].split()),
        tuple(headers[1].split()),
        re.compile(own),
    )


#: In the order in which a CUDA header file is tried: the first that matches owns it.
LIBRARIES = (
    _library(
        "driver",
        r"cuda(|Profiler|GL|EGL|VDPAU)\.h$",
        r"hip/",
        (
            r"CUDA_|CU_|CUDA|CU|cu",
            r"hipDrv|hipModule(?=Launch|Occupancy)|HIPRTC_|hiprtc|HIP_|HIP|hip",
        ),
        ("cuda.h cudaProfiler.h cudaGL.h", "hip/hip_runtime.h hip/hiprtc.h hip/hip_gl_interop.h"),
        r"cu[A-Z]|CU|cuuint",
    ),
    _library(
        "cublas",
        r"cublas(_v2|_api|Xt|)\.h$",
        r"hipblas|hip/library_types",
        (r"CUBLAS_|cublas", r"HIPBLAS_|hipblas"),
        ("cublas_v2.h cublasXt.h", "hipblas/hipblas.h"),
        r"cublas|CUBLAS",
    ),
    _library(
        "cublaslt",
        r"cublasLt\.h$",
        r"hipblaslt|hipblas|hip/library_types",
        (r"CUBLASLT_|CUBLAS_|cublasLt|cublas", r"HIPBLASLT_|HIPBLAS_|hipblasLt|hipblaslt|hipblas"),
        ("cublasLt.h", "hipblaslt/hipblaslt.h"),
        r"cublas|CUBLAS",
    ),
    _library(
        "cusparse",
        r"cusparse(_v2|)\.h$",
        r"hipsparse/|hip/library_types",
        (r"CUSPARSE_|cusparse", r"HIPSPARSE_|hipsparse"),
        ("cusparse.h", "hipsparse/hipsparse.h"),
        r"cusparse|CUSPARSE|(bsr|csr|prune)\w+Info(_t)?$",
    ),
    _library(
        "cusolver",
        r"cusolver\w*\.h$",
        r"hipsolver/",
        (r"CUSOLVER_|CUSOLVER|cusolver", r"HIPSOLVER_|HIPSOLVER|hipsolver"),
        (
            "cusolverDn.h cusolverSp.h cusolverRf.h cusolverMg.h cusolverSp_LOWLEVEL_PREVIEW.h",
            "hipsolver/hipsolver.h",
        ),
        r"cusolver|CUSOLVER|csr(qr|chol|lu)|(syevj|gesvdj)Info(_t)?$",
    ),
    _library(
        "cufft",
        r"(cufft(Xt|)|cudalibxt)\.h$",
        r"hipfft/",
        (r"CUFFT_|cufft|cuda|CUDA_", r"HIPFFT_|hipfft|hip|HIP_"),
        ("cufft.h cufftXt.h", "hipfft/hipfft.h hipfft/hipfftXt.h"),
        r"cufft|CUFFT|cudaLib|cudaXt|LIB_FORMAT|CUDA_XT|LIB",
    ),
    _library(
        "curand",
        r"curand\w*\.h$",
        r"hiprand/",
        (r"CURAND_|curand", r"HIPRAND_|hiprand"),
        ("curand.h curand_kernel.h", "hiprand/hiprand.h hiprand/hiprand_kernel.h"),
        r"curand|CURAND|skipahead",
    ),
    _library(
        "nvrtc",
        r"nvrtc\.h$",
        r"hip/hiprtc\.h$",
        (r"NVRTC_|nvrtc", r"HIPRTC_|hiprtc"),
        ("nvrtc.h", "hip/hiprtc.h"),
        r"nvrtc|NVRTC",
    ),
    _library(
        "nvtx",
        r"nvtx3/|nvToolsExt\w*\.h$",
        r"roctracer/",
        (r"NVTX_|nvtx", r"ROCTX_|roctx"),
        ("nvtx3/nvToolsExt.h nvToolsExt.h", "roctracer/roctx.h"),
        r"nvtx|NVTX",
    ),
    _library(
        "nccl",
        r"nccl\w*\.h$",
        r"rccl/rccl\.h$",
        (r"NCCL_|nccl", r"NCCL_|nccl|RCCL_|rccl"),
        ("nccl.h", "rccl/rccl.h"),
        r"nccl|NCCL|pnccl",
    ),
    _library(
        "cudnn",
        r"cudnn\w*\.h$",
        r"miopen/",
        (r"CUDNN_|cudnn", r"miopen|MIOPEN_"),
        ("cudnn.h", "miopen/miopen.h"),
        r"cudnn|CUDNN",
    ),
    _library(
        "cub",
        r"^cub/",
        r"hipcub/",
        (r"CUB_|Cub|cub", r"HIPCUB_|Hipcub|hipcub"),
        ("cub/cub.cuh", "hipcub/hipcub.hpp"),
        r"Cub[A-Z]|CUB_",
    ),
    _library(
        "runtime",
        r"(cuda_runtime(_api|)|driver_(types|functions)|library_types|texture_types|surface_types"
        r"|channel_descriptor|cuda_device_runtime_api|cuda_profiler_api|builtin_types|host_defines"
        r"|cuda_surface_types|cuda_texture_types|cuda_gl_interop|cuda_egl_interop"
        r"|cuda_vdpau_interop|device_types|common_functions|cuda_occupancy)\.h$",
        r"hip/",
        (r"cuda|CUDART_|CUDA_", r"hip|HIP_"),
        (
            "cuda_runtime.h cuda_profiler_api.h cuda_gl_interop.h",
            "hip/hip_runtime.h hip/hip_profile.h hip/hip_gl_interop.h hip/hip_ext.h",
        ),
        r"cuda|CUDA|CU[a-z]|make_cuda|cu[A-Z]|dim3$|libraryPropertyType|texture(Reference)?$|surfaceReference$"
        r"|__(global|device|host|shared|constant|managed|launch_bounds|forceinline|noinline"
        r"|grid_constant|cluster_dims|block_size|maxnreg|align|inline_hint)__$",
    ),
    _library(
        "device",
        r"(crt/|sm_\d|cuda_(fp|bf)\d|cooperative_groups|device_|math_|vector_|cuComplex|texture_"
        r"|surface_|mma\.h|cuda_pipeline|cuda_awbarrier|curand_)",
        r"hip/|__clang",
        (
            r"CUDART_|__nv_|__NV_|nv_|cu|make_cu|CUDA",
            r"HIPRT_|HIP_|__hip_|__HIP_|hip_|hip|make_hip|HIP",
        ),
        (
            "cuda_runtime.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h cuda_fp4.h"
            " cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h"
            " cooperative_groups/memcpy_async.h mma.h cuda_pipeline.h cuda_awbarrier.h"
            " math_constants.h cuComplex.h",
            "hip/hip_runtime.h hip/hip_fp16.h hip/hip_bf16.h hip/hip_fp8.h"
            " hip/hip_cooperative_groups.h hip/hip_math_constants.h hip/hip_complex.h",
        ),
        # Not the macros of these headers, which are their own, but for the constants.
        r"CUDART_|CUDA_ARCH|(?!CU_|CUDA|__CUDA|_CG_|NV_|_)[A-Z]|[a-z]|__",
    ),
)


def library_of(file: str, libraries: Sequence[Library] = LIBRARIES) -> Library | None:
    """Return the library that owns a CUDA header file, or None for a system's file."""
    return next((lib for lib in libraries if lib.cuda_files.search(file)), None)


def stem(name: str, prefix: re.Pattern[str]) -> str:
    """Reduce a name to what both sides have in common.

    Args:
        name: the bare name.
        prefix: of the library on the side the name comes from.

    Returns:
        The name in lower case without prefix, underscores, `_t`, `_st`, `_enum` and `_v2`, with
        `max` for `maximum` and `hip` for a `cuda` within.
    """
    found = prefix.match(name)
    rest = name[found.end() :] if found else name
    rest = re.sub(r"_v\d+(?=_|$)", "", rest)
    rest = re.sub(r"_(t|st|enum|union)$", "", rest)
    rest = rest.replace("_", "").lower()
    return rest.replace("maximum", "max").replace("cuda", "hip")


#: Headers whose names live in namespaces.
SCOPED_CUDA_HEADERS = (
    "cub/cub.cuh",
    "cub/*/*.cuh",
    "thrust/*.h",
    "cooperative_groups.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "cooperative_groups/memcpy_async.h",
    "mma.h",
)
SCOPED_HIP_HEADERS = (
    "hipcub/hipcub.hpp",
    "hipcub/*/*.hpp",
    "thrust/*.h",
    "hip/hip_cooperative_groups.h",
)
