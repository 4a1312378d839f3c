"""Operators in a package whose entries are Python and whose exports stand in a branch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.port.operators.catalogue import OPERATORS, choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import open_package

from .evaluated_package import write_package

#: Operators that are looked at each time: attention, a product, one of vectors.
QUICK = ("fmha_fwd", "gemm", "rmsnorm2d")
USED = """
import importlib.util
import json
import sys

import aiter
from aiter.jit import core

print(json.dumps(core.get_args_of_build("module_made")))
for path in sys.argv[1:]:
    spec = importlib.util.spec_from_file_location("one", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
assert callable(aiter.made)
"""
ATTENTION = """
import torch, aiter

q = torch.empty(1, 64, 2, 32, dtype=torch.bfloat16)
out, lse = aiter.forward(q, q, q, causal=True)
assert out.shape == q.shape and lse.shape == (1, 2, 64)
dq, dk, dv = aiter.backward(q, q, q, q, out, lse, causal=True, dropout=0.5)
assert dk.shape == q.shape
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_package(tmp_path / "tree")


def run(root: Path, script: str, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(root), "CK_DIR": "/ck"},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "operator",
    [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in OPERATORS],
)
def test_an_operator_is_imported_and_its_entry_evaluated(root: Path, operator: str) -> None:
    pytest.importorskip("torch")
    written = add_operator(open_package(root), "made", choose(operator, None, None))
    assert "csrc/include/rocm_ops.hpp" not in written  # its modules are not all PyTorch's
    scripts = [path for path in written if path.endswith(("_tune.py", "test_made.py"))]
    entry = json.loads(run(root, USED, *scripts))
    assert entry["srcs"] == [f"{root}/csrc/pybind/made_pybind.cu", f"{root}/csrc/ck_made/made.cu"]
    assert all(Path(path).is_file() for path in entry["srcs"])
    assert "/ck/include/" in entry["extra_include"]
    command = entry["blob_gen_cmd"].format("/blob").split()
    assert Path(command[0]).is_file()
    if operator.startswith("fmha"):
        assert command[1:3] == ["--generator", "/ck/example/ck_tile/01_fmha/generate.py"]
        assert command[3:] == ["--working_path", "/blob"]
    else:
        assert command[-1] == f"{root}/aiter/configs/made_tuned.csv"
        assert Path(command[-1]).is_file()


def test_the_export_stands_in_the_branch_of_the_others(root: Path) -> None:
    before = (root / "aiter/__init__.py").read_text()
    add_operator(open_package(root), "made", choose("gemm", None, None))
    after = (root / "aiter/__init__.py").read_text()
    line = "    from .ops.made import made  # noqa: F401\n"
    assert after.replace(line, "") == before
    assert f"    )\n{line}    from . import mla" in after
    with pytest.raises(PorterError, match="is there already"):
        add_operator(open_package(root), "made", choose("gemm", None, None))


def test_attention_asks_for_the_kernels_of_a_call(root: Path) -> None:
    pytest.importorskip("torch")
    add_operator(open_package(root), "forward", choose("fmha_fwd", None, None))
    add_operator(open_package(root), "backward", choose("fmha_bwd", None, None))
    said = run(root, ATTENTION).splitlines()
    schemas, (forward, backward) = said[::2], map(json.loads, said[1::2])
    assert all(schema.endswith("-> (Tensor, Tensor, Tensor)") for schema in schemas)
    assert forward["md_name"] == "module_forward_d32_bf16_batch_nbias_mask_ndropout"
    assert backward["md_name"].startswith("module_backward_d32_bf16_batch_nbias_mask_dropout")
    script, words = forward["blob_gen_cmd"].split(maxsplit=1)
    assert script == f"{root}/csrc/ck_forward/gen_kernels.py"
    theirs = "/ck/example/ck_tile/01_fmha/generate.py"
    assert words.startswith(f"--generator {theirs} --working_path {{}} --filter ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rms_norm", "has a name rms_norm already"),
        ("shared", "has a name shared already"),
        ("scaled", "is there already"),
        ("core", "has a name core already"),
        ("absent", "has a name absent already"),
        ("shifted", "has an operator shifted_ck already"),
    ],
)
def test_a_name_that_is_taken_somewhere_in_the_package_is_refused(
    root: Path, name: str, said: str
) -> None:
    files = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    with pytest.raises(PorterError, match=said):
        add_operator(open_package(root), name, choose("gemm", None, None))
    assert files == {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_what_a_module_keeps_to_itself_is_free(root: Path) -> None:
    (root / "aiter/ops/norm.py").write_text('__all__ = ["rms_norm"]\nfree = rms_norm = 1\n')
    assert add_operator(open_package(root), "free", choose("gemm", None, None))


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("aiter/jit/core.py", "AITER_ROOT_DIR", "ROOT", "AITER_CONFIG_DIR or AITER_ROOT_DIR in"),
        ("aiter/jit/core.py", "gen_fake=None, ", "", "compile_ops that takes gen_fake"),
        ("aiter/jit/core.py", "def compile_ops", "def other", "compile_ops that takes fc_name, "),
        ("aiter/jit/utils/chip_info.py", "get_gfx", "other", "chip_info.py, which names the proc"),
    ],
)
def test_a_jit_that_lacks_a_part_is_told_which(
    root: Path, path: str, old: str, new: str, said: str
) -> None:
    (root / path).write_text((root / path).read_text().replace(old, new))
    with pytest.raises(PorterError, match=said):
        open_package(root)


def test_kernels_are_of_the_processors_that_the_jit_has_found(root: Path) -> None:
    add_operator(open_package(root), "made", choose("gemm", "f16", None))
    for named in ("", "native"):
        subprocess.run(
            [sys.executable, "csrc/ck_made/gen_instances.py", "--working_path", "blob"],
            cwd=root,
            env={**os.environ, "GPU_ARCHS": named, "AITER_GPU_ARCHS": "gfx1100"},
            check=True,
        )
        made = [path.name for path in (root / "blob").glob("*.cu")]
        assert made and all("_wmma" in name for name in made)
