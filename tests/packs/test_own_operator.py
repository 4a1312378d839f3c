"""An operator that somebody wrote by hand in AITER's layout is renamed, built and run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from porter.toolchain.home import porter_home
from tests.composable_kernel import needs_composable_kernel
from tests.packs.test_ck_tile import UPSTREAM, rename

OPERATOR = Path(__file__).parent / "own_operator"


@pytest.mark.slow
@pytest.mark.toolchain
@needs_composable_kernel
def test_it_is_renamed_built_by_the_jit_and_right(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    source = shutil.copytree(
        UPSTREAM, tmp_path / "aiter", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(OPERATOR, source, dirs_exist_ok=True)
    config = source / "aiter/configs/optCompilerConfig.json"
    entries = json.loads(config.read_text())
    entries["module_linear"] = json.loads((source / "module.json").read_text())
    config.write_text(json.dumps(entries, indent=4))
    (source / "module.json").unlink()
    port = tmp_path / "ck_tile"
    assert rename(source, port).errors == 0
    assert "aiter" not in (port / "csrc/ck_linear/linear.cu").read_text()
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "op_tests/check_linear.py",
        ],
        cwd=port,
        env=os.environ
        | {
            "PYTHONPATH": str(port),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PORTER_HOME": str(porter_home()),
            "CK_TILE_JIT_DIR": str(tmp_path / "jit"),
            "GPU_ARCHS": "gfx942",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "3 passed" in done.stdout
