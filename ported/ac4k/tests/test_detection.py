"""What `setup.py` finds out, with programs that stand in for the real ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
#: PyTorch for CPUs builds nothing, but says so only once the architecture is known.
KNOWN = "is not built for ROCm"
ROCMINFO = """\
  Name:                    AMD EPYC 9354
  Name:                    {0}
      Name:                    amdgcn-amd-amdhsa--{0}:sramecc+:xnack-
      Name:                    amdgcn-amd-amdhsa--gfx9-4-generic:sramecc+:xnack-
"""


def stand_in(folder: Path, name: str, output: str, status: int = 0) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{output}\nEND\nexit {status}\n")
    program.chmod(0o755)


def detected(folder: Path, **settings: str) -> str:
    """Return what setup.py says: of a failure the message, else the architecture it takes.

    A program has one second.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("AC4K_")}
    code = (
        "import sys; sys.argv = ['setup.py', '--version']\n"
        "text = open('setup.py').read().replace('DETECTION_SECONDS = 30', 'DETECTION_SECONDS = 1')\n"
        "try: exec(compile(text, 'setup.py', 'exec'), globals())\n"
        "except (SystemExit, RuntimeError) as error: print(error)\n"
        "print('architecture:', globals().get('arch'))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", f"__file__ = {str(PROJECT / 'setup.py')!r}\n{code}"],
        cwd=PROJECT, env={**environment, "PATH": f"{folder}:/bin:/usr/bin", **settings},
        capture_output=True, text=True, check=True, timeout=120,
    )
    return result.stdout


@pytest.mark.parametrize("arch", ['gfx90a', 'gfx942', 'gfx950', 'gfx1100'])
def test_the_gpu_is_asked(tmp_path, arch):
    stand_in(tmp_path, "amdgpu-arch", arch)
    assert f"architecture: {arch}\n" in detected(tmp_path)


@pytest.mark.parametrize("arch", ['gfx90a', 'gfx942', 'gfx950', 'gfx1100'])
def test_rocminfo_is_asked_where_amdgpu_arch_fails(tmp_path, arch):
    stand_in(tmp_path, "amdgpu-arch", "no driver", status=1)
    stand_in(tmp_path, "rocminfo", ROCMINFO.format(arch))
    assert f"architecture: {arch}\n" in detected(tmp_path)


def test_a_gpu_without_kernels_may_come_first(tmp_path):
    stand_in(tmp_path, "amdgpu-arch", "gfx1036\ngfx90a")
    assert "architecture: gfx90a\n" in detected(tmp_path)


def test_names_may_have_odd_letters(tmp_path):
    stand_in(tmp_path, "amdgpu-arch", "", status=1)
    stand_in(tmp_path, "rocminfo", "")
    answer = b"  Marketing Name: Ryzen\x99 \xff\n  Name: gfx90a\n"
    (tmp_path / "answer").write_bytes(answer)
    (tmp_path / "rocminfo").write_text(f"#!/bin/sh\ncat {tmp_path}/answer\n")
    assert "architecture: gfx90a\n" in detected(tmp_path)


def test_the_variable_comes_first(tmp_path):
    stand_in(tmp_path, "amdgpu-arch", "gfx90a")
    found = detected(tmp_path, AC4K_ROCM_ARCH=" gfx942", AC4K_BACKEND="")
    assert "architecture: gfx942\n" in found


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"AC4K_BACKEND": "cuda"}, "AC4K_BACKEND asks for 'cuda'"),
        ({"AC4K_ROCM_ARCH": "gfx803"}, "AC4K_ROCM_ARCH is 'gfx803'; there are kernels for "),
        ({"AC4K_ROCM_ARCH": "gfx942:xnack-"}, "_ROCM_ARCH is 'gfx942:xnack-'; there are kernels for "),
        ({}, "there are no kernels for gfx803, this machine's GPU; AC4K_ROCM_ARCH names"),
    ],
)
def test_what_cannot_be_built_is_said(tmp_path, settings, message):
    stand_in(tmp_path, "amdgpu-arch", "gfx803")
    assert message in detected(tmp_path, **settings)


def test_without_a_gpu_the_variable_is_named(tmp_path):
    for name in ("amdgpu-arch", "rocminfo"):
        stand_in(tmp_path, name, "")
    assert "amdgpu-arch names no GPU; rocminfo names no GPU); AC4K_ROCM_ARCH names" in detected(
        tmp_path
    )


def test_a_program_that_does_not_answer_is_given_up(tmp_path):
    for name in ("amdgpu-arch", "rocminfo"):
        stand_in(tmp_path, name, "")
        (tmp_path / name).write_text("#!/bin/sh\nsleep 60\n")
    assert "timed out after 1 seconds" in detected(tmp_path)
