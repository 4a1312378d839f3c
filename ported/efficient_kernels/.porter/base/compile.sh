#!/usr/bin/env bash
# Builds the extension in place and says whether it loads.
#
#     ./compile.sh                   for the GPUs of this machine
#     ./compile.sh gfx942 gfx1100    for these architectures
set -euo pipefail
cd "$(dirname "$0")"

PYTHON=${PYTHON:-python3}
if (($#)); then
    PYTORCH_ROCM_ARCH=$(IFS=';' && echo "$*")
    export PYTORCH_ROCM_ARCH
elif [[ -z "${PYTORCH_ROCM_ARCH:-}" ]] && command -v rocm_agent_enumerator >/dev/null; then
    PYTORCH_ROCM_ARCH=$(rocm_agent_enumerator | grep -v gfx000 | sort -u | paste -sd ';')
    export PYTORCH_ROCM_ARCH
fi
"$PYTHON" setup.py build_ext --inplace
"$PYTHON" -c 'import torch, efficient_kernels._C; print("built", efficient_kernels._C.__file__)'
