#!/usr/bin/env bash
# Builds everything into build/.
#
#     ./compile.sh                   for the GPUs of this machine
#     ./compile.sh gfx942 gfx1100    for these architectures
set -euo pipefail
cd "$(dirname "$0")"

options=()
if (($#)); then
    options=("-DCMAKE_HIP_ARCHITECTURES=$(IFS=';' && echo "$*")")
fi
cmake -S . -B build "${options[@]}"
cmake --build build -j "$(nproc)"
