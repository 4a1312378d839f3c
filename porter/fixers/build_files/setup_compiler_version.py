"""Answer a build script that asks nvcc for its release.

## What it does
Where a script that builds extensions runs `nvcc -V` or `nvcc --version`, it runs `echo` with
the line that scripts look for: `Cuda compilation tools, release 12.7, V12.7.0`.

## Why
There is no nvcc beside ROCm: the script stops with FileNotFoundError before anything is compiled.
What it does with the number is to refuse an old CUDA, to choose among NVIDIA's architectures and
to add options of nvcc's, and BLD20 has taken both out. CUDA 12.7 is what a port offers: the
interface that HIP's headers and porter's support headers have.

## What it leaves alone
Other programs than build scripts, and other questions to nvcc: PYT07 reports them. Scripts that
speak of HIP or ROCm themselves.

## References
nvcc's manual, `--version`; `hipcc --version` prints `HIP version: …`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._setup import build_script
from porter.fixers.python._tools import release_question
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD46", "setup-compiler-version", languages=(Language.PYTHON,))


#: Scripts look for `release`, or for `V` and a number; they stand in one line of nvcc's, too.
_RELEASE = b"Cuda compilation tools, release 12.7, V12.7.0"
EXAMPLES = (
    Example(
        """
        from subprocess import check_output
        def release(home):
            said = check_output([home + "/bin/nvcc", "-V"])
            return said.split(b"release")
        """,
        """
        from subprocess import check_output
        def release(home):
            said = check_output(["echo", "Cuda compilation tools, release 12.7, V12.7.0"])
            return said.split(b"release")
        """,
        findings=("note",),
        path="setup.py",
    ),
    Example(
        """
        from os.path import join
        from subprocess import getoutput, run
        a = run([join(home, "bin", "nvcc"), "--version"])
        b = getoutput("nvcc --version | grep release")
        """,
        """
        from os.path import join
        from subprocess import getoutput, run
        a = run(["echo", "Cuda compilation tools, release 12.7, V12.7.0"])
        b = getoutput("echo Cuda compilation tools, release 12.7, V12.7.0 | grep release")
        """,
        findings=("note", "note"),
        path="setup.py",
        title="a path that is joined, and a line for a shell",
    ),
    Example(
        """
        import subprocess
        subprocess.run(["nvcc", "-ptx", "kernel.cu"])
        subprocess.run("mynvcc --version", shell=True)
        """,
        path="setup.py",
        title="another command",
    ),
    Example(
        """
        import subprocess
        subprocess.run(["nvcc", "--version"])
        """,
        path="show.py",
        title="no build script",
    ),
)  # fmt: skip


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the answer for each question."""
    if b"nvcc" not in file.data:
        return
    code = build_script(file)
    if code is None:
        return
    for call in code.calls:
        if (question := release_question(code, call)) is None:
            continue
        start, end, is_list = question
        answer = b'"echo", "' + _RELEASE + b'"' if is_list else b"echo " + _RELEASE
        yield rule.replace((start, end), answer)
        yield rule.note(
            call.function,
            "nvcc is not there to be asked: the script is told CUDA 12.7, which the port offers",
            hint="ask for what the number stands for, or for HIP's version (hipcc --version)",
        )
