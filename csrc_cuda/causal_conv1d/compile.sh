#!/usr/bin/env bash
# Builds the extension in place, for the architectures in TORCH_CUDA_ARCH_LIST (default: those of
# the GPUs of this machine, or 8.0 and 9.0 where there is none), and says whether it loads.
set -euo pipefail
cd "$(dirname "$0")"

PYTHON=${PYTHON:-python3}
if [[ -z "${TORCH_CUDA_ARCH_LIST:-}" ]] && command -v nvidia-smi >/dev/null; then
    TORCH_CUDA_ARCH_LIST=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | sort -u |
        paste -sd ';')
    export TORCH_CUDA_ARCH_LIST
fi
"$PYTHON" setup.py build_ext --inplace
"$PYTHON" -c 'from causal_conv1d.extension import kernels; print("built", kernels().__file__)'
