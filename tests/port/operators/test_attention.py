"""Attention: Composable Kernel's own generator, and of its kernels those of a call."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package

DIRECTIONS = {"fmha_fwd": "fwd", "fmha_bwd": "bwd"}
ASKED = """
import torch
from aiter.ops.forward import kernels as forward
from aiter.ops.backward import kernels as backward, padding

q = torch.empty(1, 5, 2, 72, dtype=torch.float16)
print(forward(q, -1, 0))
print(backward(64, 128, 64, torch.bfloat16, (-1, -1)))
print(forward(q, -1, -1, has_slopes=True, has_dropout=True, is_packed=True))
print(backward(64, 128, 64, torch.bfloat16, (-1, -1), True, True, True))
shapes = (64, 256, False), (33, 71, True), (1, 128, False), (48, 7, False), (9, 9, True, True)
print([padding(*one) for one in shapes])
"""


@pytest.mark.parametrize("operator", DIRECTIONS)
def test_the_entry_calls_the_generator_of_composable_kernel(
    package: Package, operator: str
) -> None:
    add_operator(package, "made", choose(operator, None, None))
    entry = json.loads((package.root / package.config).read_text())["module_made"]
    folder = "{CK_DIR}/example/ck_tile/01_fmha"
    assert entry["blob_gen_cmd"] == (
        "{AITER_CSRC_DIR}/ck_made/gen_kernels.py "
        f"--generator {folder}/generate.py --working_path {{}}"
    )
    assert folder in entry["extra_include"]
    assert not (package.root / "aiter/configs/made_tuned.csv").exists()
    assert not (package.root / "csrc/ck_made/gen_instances.py").exists()


@pytest.mark.parametrize("operator", DIRECTIONS)
@pytest.mark.parametrize("more", [[], ["--filter", "a*@b"]])
def test_the_generator_is_asked_for_gradients_or_not(
    package: Package, tmp_path: Path, operator: str, more: list[str]
) -> None:
    done = generate(package, tmp_path, operator, "gfx942;gfx90a", more)
    assert done.returncode == 3, done.stderr
    asked = ["-d", DIRECTIONS[operator], "--receipt", "2", "--output_dir", "blob", *more]
    assert done.stdout.split() == asked


@pytest.mark.parametrize("arch", ["gfx1100", "gfx942;gfx1201"])
def test_what_is_prebuilt_for_processors_without_attention_is_refused(
    package: Package, tmp_path: Path, arch: str
) -> None:
    done = generate(package, tmp_path, "fmha_fwd", arch, [])
    refused = arch.rpartition(";")[2]
    assert done.returncode == 1
    assert done.stderr == f"made: CK Tile has no attention for {refused}\n"
    assert not done.stdout


def generate(
    package: Package, tmp_path: Path, operator: str, archs: str, more: list[str]
) -> subprocess.CompletedProcess[str]:
    """Run the operator's generator with one in Composable Kernel's place, which says its words."""
    add_operator(package, "made", choose(operator, None, None))
    theirs = tmp_path / "generate.py"
    theirs.write_text("import sys; print(*sys.argv[1:]); sys.exit(3)")
    script = package.root / "csrc/ck_made/gen_kernels.py"
    words = ["--generator", theirs, "--working_path", "blob", *more]
    return subprocess.run(
        [sys.executable, script, *words],
        env={**os.environ, "GPU_ARCHS": archs},
        capture_output=True,
        text=True,
        check=False,
    )


def test_gradients_wait_for_all_waves_before_they_write_over_what_these_read(
    package: Package,
) -> None:
    add_operator(package, "made", choose("fmha_bwd", "bf16", None))
    header = (package.root / "csrc/ck_made/fmha_bwd.hpp").read_text()
    assert "#include_next <fmha_bwd.hpp>" in header
    assert "ck_tile::block_sync_lds();" in header
    entry = json.loads((package.root / package.config).read_text())["module_made"]
    own, theirs = "{AITER_CSRC_DIR}/ck_made", "{CK_DIR}/example/ck_tile/01_fmha"
    assert entry["extra_include"].index(own) < entry["extra_include"].index(theirs)


def test_gradients_read_random_bytes_while_these_are_there(package: Package) -> None:
    """Composable Kernel keeps their address beyond their scope: no weight was dropped."""
    add_operator(package, "made", choose("fmha_bwd", "bf16", None))
    header = (package.root / "csrc/ck_made/fmha_bwd.hpp").read_text()
    assert "#define BlockDropoutBwd KeptBlockDropoutBwd" in header
    assert header.index("alignas(16) uint8_t random[16];") < header.index("random[next++]")


@pytest.mark.slow
def test_a_call_names_the_kernels_that_it_needs(package: Package) -> None:
    pytest.importorskip("torch")
    add_operator(package, "forward", choose("fmha_fwd", None, None))
    add_operator(package, "backward", choose("fmha_bwd", None, None))
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**os.environ, "PYTHONPATH": str(package.root)},
        capture_output=True,
        text=True,
        check=True,
    )
    forward, backward, *packed, padding = done.stdout.splitlines()
    assert "fmha_fwd_d128_fp16_batch_*_nlogits_nbias_mask_lse_ndropout_*" in forward
    assert "module_forward_d128_fp16_batch_nbias_mask_ndropout" in forward
    assert "@fmha_bwd_d64_bf16_batch_*_*[!kv]_nbias_ndbias_nmask_ndropout_ndet" in backward
    assert "fmha_fwd_d128_fp16_group_*_nlogits_alibi_nmask_lse_dropout_*" in packed[0]
    assert "fmha_bwd_d64_bf16_group_*_pssk_alibi_ndbias_nmask_dropout_wg16_ndet" in packed[1]
    assert "fmha_bwd_dot_do_o_d64_bf16_group_*" in packed[1]
    expected = [("n", "*[!kv]"), ("sskddv", "psskddv"), ("s", "ps"), ("any", "*")]
    assert padding == str([*expected, ("sskddv", "psskddv")])


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_processors_without_attention_are_refused(package: Package, arch: str) -> None:
    pytest.importorskip("torch")
    add_operator(package, "made", choose("fmha_fwd", None, None))
    asked = "import torch; from aiter.ops.made import kernels; "
    done = subprocess.run(
        [sys.executable, "-c", asked + "kernels(torch.empty(1, 5, 2, 64).half(), -1, -1)"],
        env={**os.environ, "PYTHONPATH": str(package.root), "GPU_ARCHS": arch},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"made: CK Tile has no attention for {arch}" in done.stderr
