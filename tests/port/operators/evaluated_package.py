"""A small package of AITER's newer layout: entries are Python, and exports stand in a branch."""

from __future__ import annotations

from pathlib import Path

CORE = """
import json
import os
from pathlib import Path

import torch

AITER_ROOT_DIR = str(Path(__file__).resolve().parents[2])
AITER_CSRC_DIR = f"{AITER_ROOT_DIR}/csrc"
CK_DIR = os.environ.get("CK_DIR", "/ck")
os.environ["AITER_GPU_ARCHS"] = "gfx942"


def get_args_of_build(name):
    with open(Path(__file__).with_name("optCompilerConfig.json")) as stream:
        entry = json.load(stream)[name]
    return {
        key: [eval(one) for one in value] if isinstance(value, list) else eval(value)
        for key, value in entry.items()
    }


def compile_ops(
    _md_name, fc_name=None, gen_func=None, gen_fake=None, ffi_type="pybind", develop=False
):
    def decorate(func):
        schema = torch.library.infer_schema(func, mutates_args="unknown")

        def call(*args, **kwargs):
            custom = gen_func(*args, **kwargs) if gen_func else {}
            print(schema)
            print(json.dumps({**get_args_of_build(_md_name), **custom}))
            return gen_fake(*args, **kwargs)

        return call

    return decorate
"""
INIT = """
import os

AOT = os.environ.get("AOT") == "1"
if AOT:
    from .jit import core as core
else:
    from .jit import core as core
    from .ops.norm import *
    from .ops.scaled import (  # noqa: F401
        scaled,
    )
    from . import mla  # noqa: F401

try:
    from .ops.optional import absent  # noqa: F401
except ImportError:
    absent = None
"""
CONFIG = """{
    "module_norm": {
        "srcs": [
            "f'{AITER_CSRC_DIR}/norm.cu'"
        ],
        "blob_gen_cmd": "''"
    }
}
"""
FILES = {
    "aiter/__init__.py": INIT,
    "aiter/mla.py": "",
    "aiter/configs/tuned.csv": "",
    "aiter/jit/__init__.py": "",
    "aiter/jit/core.py": CORE,
    "aiter/jit/optCompilerConfig.json": CONFIG,
    "aiter/jit/utils/__init__.py": "",
    "aiter/jit/utils/chip_info.py": "def get_gfx():\n    return 'gfx942'\n",
    "aiter/ops/__init__.py": "",
    "aiter/ops/norm.py": "from ..shared import *\n\n\ndef rms_norm(): ...\n",
    "aiter/ops/scaled.py": "def scaled(): ...\n\n\n@staticmethod\ndef shifted_ck(x): ...\n",
    "aiter/shared.py": "def shared(): ...\n\n\ndef _own(): ...\n",
    "csrc/include/rocm_ops.hpp": "#pragma once\n#include <pybind11/pybind11.h>\n",
}


def write_package(root: Path) -> Path:
    """Write it; return its root."""
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root
