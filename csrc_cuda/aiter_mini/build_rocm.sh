#!/usr/bin/env bash
# Build all modules of aiter ahead of use: ./build_rocm.sh [GPU_ARCHS]
set -euo pipefail
cd "$(dirname "$0")"
export GPU_ARCHS="${1:-${GPU_ARCHS-}}"
export AITER_LOG_MORE="${AITER_LOG_MORE:-1}"
exec "${PYTHON:-python3}" setup_rocm.py
