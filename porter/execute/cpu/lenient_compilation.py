"""Runs clang again on what it refuses and the vendor's compiler takes."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from porter.execute.cpu.lenient import Refusals
from porter.execute.cpu.prelude import Prelude
from porter.execute.cpu.single_percent import overlay
from porter.execute.cpu.tool_runs import output_of, run
from porter.files.regular import read_regular

#: What CUDA 12 has no longer. Its header is read where clang missed it, as other programs have
#: a `texture` of their own.
_REFERENCES = Path(__file__).parent / "native" / "include" / "cuda_texture_references.h"
_NO_REFERENCES = re.compile(
    r"error: (?:no template named|unknown type name|use of undeclared identifier"
    r"|no matching function for call to) "
    r"'(?:texture|textureReference|cuda(?:Unb|B)indTexture\w*|cudaGetTexture\w*Reference)'"
)


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
    if done.returncode and "cuda" in command and _NO_REFERENCES.search(done.stderr):
        command = [*command, "-include", str(_REFERENCES)]
        done = run(command)
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
