"""Compiles what porter makes of the CUDA source in a tree's Python strings, string by string.

    pip download --no-deps --no-binary :all: cupy==13.6.0 && tar xf cupy-13.6.0.tar.gz
    python -m benchmarks.python_strings gfx942 cupy-13.6.0/cupyx \\
        -I cupy-13.6.0/cupy/_core/include

Translation units without holes are compiled, sums of the file's own strings put together; what has
holes is counted. The headers that hipRTC has built in (hipamd/src/hiprtc/cmake/HIPRTC.cmake) are
included in front; they bring parts of the standard library with them that hipRTC lacks.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from porter.fixers.python._reached import SUPPORT_NAME, reached
from porter.options import Options
from porter.source import SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.python.literals import Kind
from porter.source.python.strings import PythonText
from porter.source.python.texts import text_of
from porter.source.text.languages import Language
from porter.tables.compilers import Holds
from porter.testing import convert, single_text
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

_BUILT_IN = ("hip_runtime.h", "hip_fp16.h", "hip_bfloat16.h", "hip_cooperative_groups.h")


@dataclass(frozen=True)
class Unit:
    """A kernel string: its place, and its text; None where the text has holes."""

    place: str
    text: bytes | None


def main(arch: str, tree: str, *flags: str) -> None:
    tools = find()
    good, bad, with_holes = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "string.hip"
        for unit in units(Path(tree)):
            if unit.text is None:
                with_holes += 1
                continue
            source.write_bytes(b"#define __HIPCC_RTC__\n" + unit.text)
            given = ["-w", "--cuda-device-only", *flags]
            for header in _BUILT_IN:
                given += ["-include", f"hip/{header}"]
            command = tools.hip_command(source, arch, emit=Emit.SYNTAX, flags=given)
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            good += done.returncode == 0
            bad += done.returncode != 0
            for line in done.stderr.splitlines():
                if "error:" in line:
                    print(f"{unit.place}: {line.partition('error: ')[2]}")
                    break
    print(
        f"{good} of {good + bad} strings with kernels compile for {arch}; {with_holes} have holes"
    )


def units(tree: Path) -> Iterator[Unit]:
    """Yield the converted strings with kernels of every Python file under `tree`."""
    for path in sorted(tree.rglob("*.py")):
        data = path.read_bytes()
        file, context = single_text(path.as_posix(), data, Language.PYTHON, Options())
        code = python_of(SourceFile(file.path, convert(file, context).data, Language.PYTHON))
        if code is None:
            continue
        for one in reached(code)[0]:
            if one.holds is Holds.UNIT and b"__global__" in one.text.content:
                line = one.node.start_point[0] + 1
                yield Unit(f"{path}:{line}", filled(code, one.text))


def filled(code: PythonCode, text: PythonText) -> bytes | None:
    """Return a text with its holes filled by strings of the file; None where that cannot be."""
    content = text.content
    for segment in text.segments:
        if segment.kind is not Kind.HOLE:
            continue
        bound = code.assigned.get(code.file.data[segment.start : segment.end].decode(), [])
        value = bound[0].value if len(bound) == 1 else None
        if value is None:
            return None
        if code.text(bound[0].target) == SUPPORT_NAME:
            inner: bytes | None = str(ast.literal_eval(code.text(value))).encode()
        else:
            inner_text = text_of(code, value)
            inner = None if inner_text is None else filled(code, inner_text)
        if inner is None:
            return None
        content = content.replace(segment.value, inner)
    return content


if __name__ == "__main__":
    main(*sys.argv[1:])
