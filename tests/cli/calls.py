"""Commands as processes of their own, and a source that they convert."""

from __future__ import annotations

import subprocess
import sys

CUDA = "#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p);\n"
HIP = "#include <hip/hip_runtime.h>\nhipError_t e = hipFree(p);\n"


def porter(*words: str, **rest) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **rest)
