#!/usr/bin/env bash
# Build all modules of ck_tile ahead of use: ./build_rocm.sh [GPU_ARCHS]
set -euo pipefail
cd "$(dirname "$0")"
export GPU_ARCHS="${1:-${GPU_ARCHS-}}"
export CK_TILE_LOG_MORE="${CK_TILE_LOG_MORE:-1}"
exec "${PYTHON:-python3}" setup_rocm.py
