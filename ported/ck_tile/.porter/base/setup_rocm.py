"""Build every module now, for GPU_ARCHS, instead of on first use: for images and packages."""

import json

from ck_tile.jit.core import get_module
from ck_tile.jit.gpu_archs import gpu_archs
from ck_tile.jit.settings import CK_TILE_CONFIG, jit_dir

for name in json.loads(CK_TILE_CONFIG.read_text("utf-8")):
    get_module(name)
    print(f"{name}: {', '.join(gpu_archs())}")
print(f"in {jit_dir()}")
