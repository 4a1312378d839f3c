"""A ROCm made of the installed parts, laid out as AMD's, for CMake's HIP language and for make."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest


def rocm_root(root: Path) -> list[str]:
    """Lay out a ROCm in `root` and return CMake's options for it; skip where parts are missing."""
    from porter.toolchain.discovery import find

    tools = find()
    packages = tools.rocm_path / "lib" / "x86_64-linux-gnu" / "cmake"
    if shutil.which("cmake") is None or tools.hip_runtime is None or not packages.is_dir():
        pytest.skip("needs cmake, and porter toolchain install rocm hip-runtime")
    libraries = root / "lib" / "x86_64-linux-gnu"
    libraries.mkdir(parents=True)
    for name in ("include", "share"):  # clang reads HIP's version in share/hip
        (root / name).symlink_to(tools.rocm_path / name)
    shutil.copytree(packages, libraries / "cmake")
    runtime = tools.hip_runtime.resolve()
    targets = packages / "hip" / "hip-targets-release.cmake"
    named = re.search(r"libamdhip64\.so[\d.]*", targets.read_text())
    assert named is not None
    for name in {runtime.name, named[0], "libamdhip64.so"}:
        (libraries / name).symlink_to(runtime)
        (root / "lib" / name).symlink_to(runtime)
    config = root / "lib" / "cmake" / "hip-lang" / "hip-lang-config.cmake"
    config.parent.mkdir(parents=True)
    there = "x86_64-linux-gnu/cmake/hip-lang/hip-lang-config.cmake"
    config.write_text(f'include("${{CMAKE_CURRENT_LIST_DIR}}/../../{there}")\n')
    (root / "bin").mkdir()
    for package in ("amd_comgr", "hsa-runtime64"):  # hip's package asks for them and takes nothing
        empty = libraries / "cmake" / package / f"{package}-config.cmake"
        empty.parent.mkdir()
        empty.touch()
    flags = f"--rocm-path={root} --rocm-device-lib-path={tools.device_lib_path}"
    return [
        f"-DCMAKE_HIP_COMPILER={tools.clang}",
        f"-DCMAKE_HIP_COMPILER_ROCM_ROOT={root}",
        f"-DCMAKE_HIP_FLAGS={flags} -Wl,--allow-shlib-undefined",
        "-DCMAKE_HIP_ARCHITECTURES=gfx942",
    ]


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed."""
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def hipcc(root: Path) -> None:
    """Put a `hipcc` into the ROCm in `root`: the installed clang, `.cu` files being HIP to it."""
    from porter.toolchain.discovery import find

    tools = find()
    program = root / "bin" / "hipcc"
    program.write_text(
        "#!/bin/sh\n"
        "for word do\n"
        "  shift\n"
        '  case "$word" in\n'
        '    *.cu) set -- "$@" -x hip "$word" -x none ;;\n'
        '    *) set -- "$@" "$word" ;;\n'
        "  esac\n"
        "done\n"
        f'exec "{tools.clang}" --rocm-path="{root}" '
        f'--rocm-device-lib-path="{tools.device_lib_path}" "$@"\n'
    )
    program.chmod(0o755)
