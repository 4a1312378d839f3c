"""Transforms on several devices."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.toolchain
@pytest.mark.parametrize("vendor", ["hipfft", "cufft"])
def test_transforms_on_three_devices(vendor: str) -> None:
    program = [sys.executable, "-m", "tests.execute.cpu.libraries.fft_on_devices", vendor]
    done = subprocess.run(program, env={**os.environ, "PORTER_CPU_DEVICES": "3"},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
