"""Runs the tests of an operator on the cpu executor: the time to build it, the difference."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

#: A plugin of pytest's that writes down how far off what tests compare is.
_PLUGIN = """
import torch
from torch import testing

_compare = testing.assert_close


def _noted(found, wanted, **how):
    if found.numel():
        wide = wanted.double()
        off = (found.double() - wide).abs().max() / wide.abs().max().clamp(min=1e-9)
        with open("largest.txt", "a") as stream:
            stream.write(f"{off.item()}\\n")
    _compare(found, wanted, **how)


testing.assert_close = _noted
"""


_PLAIN = ("-p", "no:cacheprovider")
_BUILT = re.compile(r"\[aiter\] built \w+ in ([\d.]+) s")


def ran(root: Path, arch: str) -> tuple[str, str, str]:
    """Return how long the slowest module of `made` took to build, and what its tests say.

    That is how they ended, and the largest relative difference.
    """
    (root / "noted.py").write_text(_PLUGIN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "noted", *_PLAIN, "op_tests"],
        cwd=root,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(root),
            "GPU_ARCHS": arch,
            "AITER_JIT_DIR": str(root / "jit"),
            "AITER_LOG_MORE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout.strip().splitlines()
    ended = re.sub(r" in .*", "", said[-1]) if said else f"exit status {done.returncode}"
    noted = root / "largest.txt"
    largest = max(map(float, noted.read_text().split())) if noted.is_file() else None
    built = max(map(float, _BUILT.findall(done.stderr)), default=0.0)
    return f"{built:.0f}", ended, "" if largest is None else f"{largest:.1e}"
