"""What is told of device code that the retargeter cannot get through."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.dialects import dialect_of
from porter.execute.cpu.native_build import Native
from porter.execute.cpu.retargeting import Retargeter
from porter.toolchain.discovery import find

_STAND_IN = """#!/bin/sh
case "$*" in
*--check-steps*) echo "porter-retarget: invalid IR after inlining" >&2; exit 1 ;;
esac
{}
"""


@pytest.mark.parametrize(
    "end",
    ["kill -SEGV $$", "echo 'the retargeted module is not valid LLVM IR' >&2; exit 1"],
    ids=["a crash", "code that is not valid"],
)
def test_the_step_that_failed_is_named(tmp_path: Path, end: str) -> None:
    toolchain, architecture = find(for_executor=True), Architecture("gfx942")
    parts = Native(tmp_path, tmp_path)
    parts.retargeter.write_text(_STAND_IN.format(end))
    parts.retargeter.chmod(0o755)
    made = Retargeter(toolchain, parts, dialect_of(architecture, toolchain), architecture)
    with pytest.raises(PorterError, match="invalid IR after inlining"):
        made.run([tmp_path / "device.bc"], tmp_path / "device.o", ["key"])
