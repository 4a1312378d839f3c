#!/usr/bin/env bash
# Builds the extension in place and says whether it loads.
#
#     ./compile.sh           for the GPU of this machine
#     ./compile.sh gfx942    for this architecture
set -euo pipefail
cd "$(dirname "$0")"

PYTHON=${PYTHON:-python3}
if (($#)); then
    export AC4K_ROCM_ARCH="$1"
fi
"$PYTHON" setup.py build_ext --inplace
export PYTHONPATH=".:python:src${PYTHONPATH:+:$PYTHONPATH}"
"$PYTHON" -c 'import torch, ac4k_kernel._rocm_ops; print("built", ac4k_kernel._rocm_ops.__file__)'
