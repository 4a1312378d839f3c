"""Report CUDA's tools that a program starts or looks for.

## What it does
Reports `nvidia-smi`, `nvcc`, `nsys`, `cuda-gdb`, `cuobjdump` and others of CUDA's tools where they
are run (`subprocess`, `os.system`), looked for (`shutil.which`) or named at the end of a path that
is joined, and strings that are command lines by which nvcc compiles. Nothing is changed.

## Why
Their counterparts on ROCm take other options and print other texts, so that another name alone
would only fail later.

## What it leaves alone
Strings that are passed elsewhere, as messages are; files that speak of HIP or ROCm themselves. A
build script that asks nvcc for its release: BLD46 answers it.

## References
`rules/cuda-hip/python.toml` gives each tool with its counterpart and source.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._setup import build_script
from porter.fixers.python._tools import (
    RUNNERS,
    command_lines,
    commands,
    first_word,
    release_question,
)
from porter.source import Finding, SourceFile
from porter.source.python.code import python_of
from porter.source.text.languages import Language
from porter.tables.python import counterparts

rule = Rule(
    "PYT07",
    "tools",
    fix=Fix.NONE,
    names=(name.encode() for name in (*RUNNERS, "join", "joinpath")),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        """
        import subprocess
        subprocess.check_output(['nvidia-smi', '--query-gpu=memory.used', '--format=csv'])
        subprocess.run(f'nvcc -ptx {source}', shell=True)
        subprocess.run([home + '/bin/nvcc', '-V'])
        """,
        findings=("warning", "warning", "warning"),
        path="query.py",
    ),
    Example(
        """
        import os, subprocess
        version = subprocess.check_output([os.path.join(home, 'bin', 'nvcc'), '-V'])
        """,
        findings=("warning",),
        path="compiler.py",
        title="one finding for a tool at the end of a path",
    ),
    Example(
        """
        from torch.utils import cpp_extension
        import subprocess
        release = subprocess.check_output(["nvcc", "--version"])
        """,
        path="setup.py",
        title="a build script is answered by BLD46",
    ),
    Example(
        """
        import os, subprocess
        def sh(command):
            subprocess.run(command, shell=True, check=True)
        sh(f"nvcc -O3 -I. -o {out} {source}")
        cmd = "nvcc -arch=sm_80 a.cu"
        os.system(cmd)
        print("nvcc --version fails")
        """,
        findings=("warning", "warning"),
        path="compile.py",
        title="command lines that a function or a variable takes along",
    ),
    Example(
        """
        import subprocess
        subprocess.run(['git', 'describe'])
        print('nvidia-smi is missing')
        """,
        path="other.py",
        title="other tools, and messages",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each tool."""
    known = counterparts("tool")
    if not any(name.encode() in file.data for name in known):
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    is_answered = build_script(file) is not None
    reported: set[int] = set()
    answered = 0  # where the last question ends that is answered; what it holds comes after it
    for call in code.calls:
        question = release_question(code, call) if is_answered else None
        answered = max(answered, question[1] if question else 0)
        for node in commands(code, call):
            word = first_word(code, node)
            row = known.get(word)
            if row and node.start_byte >= answered:
                reported.add(node.start_byte)
                yield rule.warning(node, f"{word} is CUDA's: {row.reason}", hint=row.hint)
    row = known["nvcc"]
    for node in command_lines(code):
        if node.start_byte not in reported:
            yield rule.warning(node, f"nvcc is CUDA's: {row.reason}", hint=row.hint)
