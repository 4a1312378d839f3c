"""Textures and surfaces, where the architecture has them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"
OWN = PROGRAMS.parents[3] / "csrc_cuda" / "warp_kit"


@pytest.mark.parametrize("arch", ["gfx1100", "sm_80"])
def test_textures(tmp_path: Path, arch: str) -> None:
    source = tmp_path / "textures.cu"
    shutil.copyfile(PROGRAMS / "textures.hip", source)
    run = cpu.build(source, arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" ok\n") == 38 and "FAILED" not in run.stdout


def test_references_of_cuda_11() -> None:
    source = PROGRAMS / "texture_references.cu"
    run = cpu.build(source, arch="sm_80").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == source.read_text().count('check("')


def test_a_texture_of_the_programs_own(tmp_path: Path) -> None:
    source = tmp_path / "own.cu"
    source.write_text(
        "#include <cstdio>\n"
        "struct texture { int value; };\n"
        '__global__ void show(texture t) { printf("%d\\n", t.value); }\n'
        "int main() { show<<<1, 1>>>({7}); cudaDeviceSynchronize(); }\n"
    )
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "7\n"


def test_our_own_textures_and_surfaces() -> None:
    run = cpu.build(OWN / "textures.cu", arch="sm_80").run(timeout=60)
    assert run.stdout.endswith("textures: ok\n"), run.stdout + run.stderr


@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_the_port_of_our_own(arch: str) -> None:
    port = OWN.parents[1] / "ported" / "warp_kit"
    run = cpu.build(port / "textures.cu", arch=arch).run(timeout=60)
    assert run.stdout.endswith("textures: ok\n"), run.stdout + run.stderr
