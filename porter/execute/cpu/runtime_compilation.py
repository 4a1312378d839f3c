"""Compiles at run time for hipRTC and NVRTC of the executor.

The runtime calls `python -m porter.execute.cpu.runtime_compilation FOLDER NAME ARCH OPTIONS...`
(`native/hip_api/rtc.cpp`). FOLDER holds `source/` (the text as `program`, headers beside it) and
`expressions`, one a line; `code` and `lowered` are written to it, messages go to stderr.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.command_line import parse
from porter.execute.cpu.compilation import Compiler
from porter.files.regular import read_regular
from porter.toolchain.home import porter_home

#: Variables whose initial values are the kernels that name expressions mean; the retargeter drops
#: them. `native/retarget/symbols.cpp` knows the prefix.
_EXPRESSION = "porter_name_expression_"


def compile_program(folder: Path, name: str, arch: str, options: Sequence[str]) -> None:
    """Compile the program in `folder`.

    Args:
        folder: as the module describes it.
        name: what messages call the program.
        arch: the architecture to follow, unless an option names one.
        options: of hipRTC or NVRTC.

    Raises:
        PorterError: the program does not compile; the message has the compiler's.
    """
    line = parse([word for word in options if not word.startswith("-default-device")])
    expressions = (folder / "expressions").read_text(encoding="utf-8").splitlines()
    sources = _stored(folder / "source", name, expressions, is_cuda=arch.startswith("sm_"))
    compiler = Compiler.default(
        arch if arch.startswith("sm_") else line.arch or arch, [*line.flags, f"-I{sources}"]
    )
    program = sources / "program.hip"
    code = compiler.code_object(program)
    names = _lowered(compiler.device_ir(program), len(expressions)) if expressions else []
    (folder / "lowered").write_text("".join(f"{n}\n" for n in names), encoding="utf-8")
    shutil.copyfile(code, folder / "code")


def _stored(source: Path, name: str, expressions: Sequence[str], *, is_cuda: bool) -> Path:
    """Copy the sources to where objects are cached by: a directory named for their content."""
    text = (source / "program").read_text(encoding="utf-8", errors="surrogateescape")
    preamble = "" if is_cuda else "#include <hip/hip_runtime.h>\n"
    quoted = name.replace("\\", "/").replace('"', "")
    lines = [
        f"__device__ __attribute__((used)) const void *{_EXPRESSION}{i} = (const void *)"
        f"&{expression.strip().removeprefix('&')};\n"
        for i, expression in enumerate(expressions)
    ]
    text = f'{preamble}#line 1 "{quoted}"\n{text}\n{"".join(lines)}'
    digest = hashlib.sha256(text.encode(errors="surrogateescape"))
    headers = sorted(p for p in source.rglob("*") if p.is_file() and p != source / "program")
    for path in headers:
        digest.update(path.relative_to(source).as_posix().encode() + read_regular(path))
    stored = porter_home() / "cpu-executor" / "sources" / f"rtc-{digest.hexdigest()[:20]}"
    for path in headers:
        target = stored / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(read_regular(path))
    stored.mkdir(parents=True, exist_ok=True)
    (stored / "program.hip").write_text(text, encoding="utf-8", errors="surrogateescape")
    return stored


def _lowered(ir: str, count: int) -> list[str]:
    """Read mangled names out of LLVM IR: each is the initial value of its variable."""
    pattern = re.compile(rf"^@{_EXPRESSION}(\d+) = .*?@(\"[^\"]+\"|[\w.$]+)(?= to ptr|,|\))", re.M)
    found = {int(number): name.strip('"') for number, name in pattern.findall(ir)}
    return [found.get(i, "") for i in range(count)]


def main() -> None:
    """Run as the runtime calls it."""
    folder, name, arch, *options = sys.argv[1:]
    try:
        compile_program(Path(folder), name, arch, options)
    except PorterError as error:
        print(error, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
