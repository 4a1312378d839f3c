"""Runs clang again on what it refuses and the vendor's compiler takes."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porter.execute.cpu.lenient import Refusals
from porter.execute.cpu.prelude import Prelude
from porter.execute.cpu.single_percent import overlay
from porter.execute.cpu.tool_runs import output_of, run
from porter.files.regular import read_regular


def compile_leniently(command: list[str], begin: Prelude | None = None) -> str:
    """Run clang; what it would refuse of inline PTX that nvcc takes, it gets as it wants it.

    Args:
        command: its words.
        begin: what the unit begins with, precompiled. What fails with it is told without it.

    Raises:
        PorterError: clang refuses it all the same.
    """
    if begin is not None:
        done = run([*command, *begin.use])
        if not done.returncode:
            return output_of(done)
    done = run(command)
    if begin is not None and not done.returncode:
        begin.discard()
    mended: dict[Path, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        while done.returncode:
            refusals = Refusals(done.stderr)
            files = refusals.files - mended.keys()
            if not files:
                break
            mended |= {path: refusals.mended(path, read_regular(path)) for path in files}
            done = run([*command, "-ivfsoverlay", str(overlay(mended, Path(folder)))])
    return output_of(done)
