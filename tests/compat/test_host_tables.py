"""A table of the host's functions that other files see, linked for the device by clang."""

from __future__ import annotations

import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

UNIT = """
#include "host_tables.hpp"
struct Entry { int id; void (*run)(float *); };
extern const Entry table[];
void run_one(float *p);
const Entry table[] = {{1, %s}};
"""
COMPATIBLE = files("porter.compat")


def said(folder: Path, entry: str, *options: str) -> str:
    """Return what clang has against a table, compiled with some options."""
    source = folder / "unit.hip"
    source.write_text(UNIT % entry)
    fixed = ["-nogpuinc", "-nogpulib", "-O2", f"-I{COMPATIBLE}", "-o", str(folder / "out")]
    command = [str(find().clang), *fixed, *options, "--offload-arch=gfx942", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_the_device_does_not_want_the_function(tmp_path: Path) -> None:
    assert "undefined hidden symbol: run_one" in said(tmp_path, "run_one", "--cuda-device-only")
    assert said(tmp_path, "porter::of_host(run_one)", "--cuda-device-only") == ""


def test_the_hosts_table_is_made_by_the_compiler(tmp_path: Path) -> None:
    host = ("--cuda-host-only", "-S", "-emit-llvm")
    assert said(tmp_path, "porter::of_host(run_one)", *host) == ""
    assert "constant [1 x %struct.Entry]" in (tmp_path / "out").read_text()
