"""PREBUILD_KERNELS builds modules with the package, which then needs no compiler for them."""

import json
import os
import subprocess
import sys

import pytest
from conftest import PORTER_HOME, ROOT

CHOSEN = """
from aiter.jit import settings
from aiter.jit.prebuilt import chosen
settings.AITER_CONFIG = settings.Path({config!r})
settings.AITER_CSRC_DIR = settings.AITER_CONFIG.parent
print([chosen(kind) for kind in range(4)])
"""
NORM = """
import torch, aiter
x = torch.linspace(-2, 3, 30).reshape(3, 10)
expected = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)
torch.testing.assert_close(aiter.rms_norm(x, torch.ones(10), 1e-6), expected)
"""


def test_a_kind_is_told_by_names_and_by_what_entries_say(run, tmp_path):
    entries = {
        "module_attend": {"srcs": [], "blob_gen_cmd": "{CK_DIR}/01_fmha/generate.py"},
        "module_linear": {"srcs": ["{AITER_CSRC_DIR}/ck_gemm/linear.cu"]},
        "module_linear_tune": {"srcs": ["{AITER_CSRC_DIR}/ck_gemm/linear.cu"]},
        "module_norm": {"srcs": ["{AITER_CSRC_DIR}/kernels/rms_norm.hip"]},
        "module_back": {"srcs": ["{AITER_CSRC_DIR}/back.cu"], "blob_gen_cmd": "fmha_bwd.py"},
    }
    (tmp_path / "back.cu").write_text("BlockGemm of attention's gradients")
    config = tmp_path / "config.json"
    config.write_text(json.dumps(entries))
    out, _ = run(CHOSEN.format(config=str(config)))
    attention = ["module_attend", "module_back"]
    everything = ["module_attend", "module_linear", "module_norm", "module_back"]
    assert out.strip() == str([[], attention, ["module_linear"], everything])


@pytest.mark.parametrize("said", ["4", "gemm", "-1", "2.0"])
def test_a_kind_that_there_is_not_is_told_before_anything_is_built(tmp_path, home, said):
    lib = tmp_path / "lib"
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(lib)],
        cwd=ROOT,
        env=os.environ | {"HOME": str(home), "PREBUILD_KERNELS": said},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"error: PREBUILD_KERNELS={said} is none of 0, 1, 2, 3\n"
    assert not lib.exists()


def test_what_is_built_with_the_package_needs_no_compiler(start, tmp_path, home):
    lib = tmp_path / "lib"
    build = [sys.executable, "setup.py", "-q", "build", "--build-base", str(tmp_path / "base")]
    done = subprocess.run(
        [*build, "--build-lib", str(lib)],
        cwd=ROOT,
        env=os.environ | {"HOME": str(home), "PORTER_HOME": PORTER_HOME, "PREBUILD_KERNELS": "3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "built module_norm" in done.stdout
    broken = tmp_path / "porter-broken-hipcc"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    alone = {"PYTHONPATH": str(lib), "HIPCC": str(broken), "AITER_JIT_DIR": str(tmp_path / "jit")}
    process = start(NORM, **alone)
    assert process.wait(timeout=60) == 0, process.stderr.read()
    source = lib / "aiter_meta/csrc/kernels/rms_norm.hip"
    source.write_text(source.read_text() + "// changed\n")
    process = start(NORM, **alone)
    assert process.wait(timeout=60) == 1
    assert "AiterBuildError" in process.stderr.read()
