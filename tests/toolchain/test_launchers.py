"""Launchers start programs whose libraries are not where the loader looks."""

from __future__ import annotations

import subprocess
from pathlib import Path

from porter.toolchain.launchers import write_launchers


def unpacked(root: Path) -> Path:
    programs = root / "usr/lib/llvm-19/bin"
    programs.mkdir(parents=True)
    libraries = root / "usr/lib/x86_64-linux-gnu"
    libraries.mkdir()
    (libraries / "libx.so.1").touch()
    tool = programs / "opt"
    tool.write_text('#!/bin/sh\necho "$LD_LIBRARY_PATH" "$@"\nexit 3\n')
    tool.chmod(0o755)
    write_launchers(root, "usr/lib/llvm-19/bin")
    return root / "bin" / "opt"


def run(program: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(program), "-a", "b c"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_libraries_arguments_and_status_are_passed(tmp_path: Path) -> None:
    done = run(unpacked(tmp_path / "root"))
    path, *arguments = done.stdout.strip().split(" ", 1)
    assert Path(path).resolve() == tmp_path / "root/usr/lib/x86_64-linux-gnu"
    assert arguments == ["-a b c"]
    assert done.returncode == 3


def test_the_users_own_library_path_stays_behind(tmp_path: Path) -> None:
    done = run(unpacked(tmp_path / "root"), LD_LIBRARY_PATH="/mine")
    assert done.stdout.split()[0].endswith("x86_64-linux-gnu:/mine")


def test_they_still_work_after_a_move(tmp_path: Path) -> None:
    unpacked(tmp_path / "staging")
    (tmp_path / "staging").rename(tmp_path / "final")
    done = run(tmp_path / "final" / "bin" / "opt")
    assert Path(done.stdout.split()[0]).resolve() == tmp_path / "final/usr/lib/x86_64-linux-gnu"
