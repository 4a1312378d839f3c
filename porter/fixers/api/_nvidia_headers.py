"""Headers that only CUDA, a library of NVIDIA's or its samples have."""

from __future__ import annotations

import re

#: What is to be done about a header of the samples.
SAMPLES = "put those of NVIDIA's cuda-samples (Common/) beside the project and convert them with it"
#: Headers that only CUDA or a library of NVIDIA's has.
_HEADER = re.compile(
    rb"(?:cuda|cub|cutlass|cute|crt|nvtx3|nv|cooperative_groups|cuda_\w+|cu\w+Lt|device_\w+)/.+"
    rb"|(?:cuda|cublas|cusparse|cufft|curand|cusolver|cudnn|cutensor|cupti|nvrtc|nvml|nvjpeg|npp"
    rb"|nvToolsExt|optix|nvshmem|sm_\d|cudss|cufile|cuvid|nvcuvid|nvEncodeAPI|nvcomp|nvblas"
    rb"|nvgraph|nvvm|nvJitLink|nvFatbin|nvPTXCompiler|fatbinary_section|texture_fetch_functions"
    rb"|surface_functions|mathdx|host_config|vector_functions"
    rb"|device_(?:atomic|double)_functions|generated_(?:cuda|nv)|nv_decode|nvperf)\w*\.(?:h|hpp|cuh)|mma\.h"
)
#: A header within CUB: what hipCUB has of it, its own header for all brings.
_WITHIN_CUB = re.compile(rb"cub/(?:\w++/)*+\w++\.cuh")
#: Headers of NVIDIA's collections of samples, which programs count on without bringing them.
_OF_SAMPLES = re.compile(
    rb"(?:helper_(?:cuda\w*|cusolver|functions|gl|image|math|multiprocess|string|timer)"
    rb"|cutil\w*|shr(?:Utils|QATest)|sdkHelper|drvapi_error_string|nvrtc_helper|rendercheck_gl\w*"
    rb")\.(?:h|hpp)"
)


def is_nvidias(path: bytes) -> bool:
    """Tell whether the path of an inclusion is one that CUDA or a library of NVIDIA's brings."""
    return _HEADER.fullmatch(path) is not None


def is_of_samples(path: bytes) -> bool:
    """Tell whether it is one of NVIDIA's collections of samples: programs count on these."""
    return _OF_SAMPLES.fullmatch(path.rpartition(b"/")[2]) is not None


def is_within_cub(path: bytes) -> bool:
    """Tell whether the path of an inclusion is one of CUB's, in the table or not."""
    return _WITHIN_CUB.fullmatch(path) is not None
