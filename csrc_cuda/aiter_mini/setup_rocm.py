"""Build every module now, for GPU_ARCHS, instead of on first use: for images and packages."""

import json

from aiter.jit.core import get_module
from aiter.jit.gpu_archs import gpu_archs
from aiter.jit.settings import AITER_CONFIG, jit_dir

for name in json.loads(AITER_CONFIG.read_text("utf-8")):
    get_module(name)
    print(f"{name}: {', '.join(gpu_archs())}")
print(f"in {jit_dir()}")
