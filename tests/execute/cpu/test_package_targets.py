"""The executor's CMake packages define the targets that ROCm's own packages define."""

from __future__ import annotations

import re

import pytest

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.rocm_prefix import rocm_prefix
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

#: What hipBLASLt is made of, which nobody links by name.
_PARTS = {"roc::origami", "roc::origami-headers"}
_TARGET = re.compile(r"add_library\(((?:hip|roc|hip-lang|hiprtc)::[\w-]+)")


def test_each_target_of_rocms_packages_is_there() -> None:
    root = rocm_prefix(Compiler.default("gfx942")) / "lib/cmake"
    lacking = {}
    compared = 0
    for ours in sorted(root.glob("*/*-config.cmake")):
        text = ours.read_text()
        if "does not offer" in text:
            continue
        wanted = set()
        for path in find().rocm_path.glob(f"lib/**/cmake/{ours.parent.name}/*-targets.cmake"):
            wanted |= set(_TARGET.findall(path.read_text()))
        wanted -= _PARTS
        compared += len(wanted)
        if absent := {one for one in wanted if not re.search(rf"{one}(?![\w-])", text)}:
            lacking[ours.parent.name] = absent
    assert lacking == {}
    assert compared > 10
