"""Taking stock, and how the command shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.toolchain import command
from porter.toolchain import cuda, discovery, home, rocm, status
from porter.toolchain.home import Prefix


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("ROCM_PATH", "HIP_PATH", "ROCM_HOME", "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    for module, name in ((rocm, "DEFAULT_ROCM"), (cuda, "DEFAULT_CUDA"), (home, "SYSTEM")):
        monkeypatch.setattr(module, name, tmp_path / name)
    monkeypatch.setattr(status, "amd_gpus", list)
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    return tmp_path


def test_everything_missing_still_says_what_it_would_enable(bare_machine: Path) -> None:
    parts = status.take_stock(Prefix(bare_machine / "home"))
    missing = {part.name for part in parts if not part.found}
    assert missing >= {
        "hipcc", "clang (amdgcn)", "lld", "ROCm headers", "ROCm device libraries", "nvcc",
        "CUDA headers", "GPU (AMD)", "GPU (NVIDIA)",
    }  # fmt: skip
    assert all(part.enables for part in parts)
    remedies = {part.name: part.remedy for part in parts}
    assert remedies["ROCm headers"] == "porter toolchain install rocm"
    assert remedies["GPU (AMD)"] == ""


def test_a_compiler_that_does_not_start_is_missing(
    bare_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clang = bare_machine / "clang++"
    clang.write_text("#!/bin/sh\necho 'libz3.so.4: cannot open shared object file' >&2\nexit 127\n")
    clang.chmod(0o755)
    there = discovery.Compiler(clang, "19.1.7", clang.parent, "", "porter")
    monkeypatch.setattr(discovery, "compilers", lambda _: iter([there]))
    parts = {part.name: part for part in status.take_stock(Prefix(bare_machine / "home"))}
    part = parts["clang (amdgcn)"]
    assert not part.found
    assert part.remedy == "install what it lacks: libz3.so.4: cannot open shared object file"


def test_found_programs_carry_version_and_place(bare_machine: Path) -> None:
    nvcc = bare_machine / "DEFAULT_CUDA" / "bin" / "nvcc"
    nvcc.parent.mkdir(parents=True)
    nvcc.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.88'\n")
    nvcc.chmod(0o755)
    parts = {part.name: part for part in status.take_stock(Prefix(bare_machine / "home"))}
    assert (parts["nvcc"].version, parts["nvcc"].path) == ("13.0", str(nvcc))


def test_torch_is_read_without_importing_it(tmp_path: Path) -> None:
    (tmp_path / "version.py").write_text(
        "from typing import Optional\n__version__ = '2.9.1+rocm6.4'\n"
        "debug = False\ncuda: Optional[str] = None\nhip: Optional[str] = '6.4.43484'\n"
    )
    assert status.torch_version(tmp_path) == "2.9.1+rocm6.4 (hip 6.4.43484)"


def test_json_and_table_show_the_same_parts(bare_machine: Path) -> None:
    runner = CliRunner()
    document = json.loads(runner.invoke(command, ["status", "--json"]).output)
    assert document["home"] == str(bare_machine / "home")
    table = runner.invoke(command, ["status"]).output
    for part in document["parts"]:
        assert part["name"].split()[0] in table
        assert set(part) == {"name", "found", "version", "path", "enables", "remedy"}


def test_an_unknown_component_is_wrong_use(bare_machine: Path) -> None:
    result = CliRunner().invoke(command, ["install", "nope"])
    assert "no component 'nope'" in str(result.exception)
