"""Build what a setup script would download from upstream, where that is made for CUDA.

## What it does
Where the command class for wheels (`class …(bdist_wheel)`) downloads a wheel in its `run` before it
calls `super().run()`, a first line `return super().run()` builds the port instead.

## Why
What upstream offers for download is compiled for CUDA: `pip install .` of the port would install
upstream's kernels where the name of a file is guessed right, and raise where it is put together
from `torch.version.cuda`, which is None in PyTorch for ROCm.

## What it leaves alone
Commands that download nothing, or that cannot build themselves. Scripts that speak of HIP or ROCm
themselves.

## References
setuptools, `setuptools.command.bdist_wheel`; PyTorch, HIP (ROCm) semantics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._setup import build_script
from porter.source import SourceFile
from porter.source.python.code import PythonCode
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.runs import run_start

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule(
    "BLD47", "setup-upstream-wheels", names=(b"bdist_wheel", b"_bdist_wheel"),
    languages=(Language.PYTHON,),
)  # fmt: skip

_BASES = ("bdist_wheel", "_bdist_wheel", "BdistWheel")
_DOWNLOADS = frozenset(("urlretrieve", "urlopen", "download_file"))

EXAMPLES = (
    Example(
        """
        import urllib.request
        from wheel.bdist_wheel import bdist_wheel as _bdist_wheel
        class CachedWheelsCommand(_bdist_wheel):
            def run(self):
                url, name = get_wheel_url()
                try:
                    urllib.request.urlretrieve(url, name)
                except urllib.error.HTTPError:
                    super().run()
        """,
        """
        import urllib.request
        from wheel.bdist_wheel import bdist_wheel as _bdist_wheel
        class CachedWheelsCommand(_bdist_wheel):
            def run(self):
                return super().run()  # what upstream offers is made for CUDA
                url, name = get_wheel_url()
                try:
                    urllib.request.urlretrieve(url, name)
                except urllib.error.HTTPError:
                    super().run()
        """,
        findings=("note",),
        path="setup.py",
    ),
    Example(
        """
        from wheel.bdist_wheel import bdist_wheel
        class Wheel(bdist_wheel):
            def run(self):
                print("no download")
                super().run()
        """,
        path="setup.py",
        title="nothing is downloaded",
    ),
    Example(
        """
        import urllib.request
        class Data(Command):
            def run(self):
                urllib.request.urlretrieve(url, "data.zip")
        """,
        path="setup.py",
        title="another command",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the line for each such command."""
    if b"bdist_wheel" not in file.data:
        return
    code = build_script(file)
    if code is None:
        return
    for function in code.nodes("function_definition"):
        body = function.child_by_field_name("body")
        name = function.child_by_field_name("name")
        if body is None or name is None or code.text(name) != "run" or not body.named_children:
            continue
        block = function.parent
        of = block.parent if block is not None else None
        if of is None or of.type != "class_definition" or not _makes_wheels(code, of):
            continue
        first = body.named_children[0]
        called = [code.text(call.function) for call in code.calls_in(body)]
        is_new = not code.text(first).startswith("return super().run()")
        if (
            is_new
            and "super().run" in called
            and any(name.rpartition(".")[2] in _DOWNLOADS for name in called)
        ):
            margin = file.data[run_start(file.data, first.start_byte, b" \t") : first.start_byte]
            line = b"return super().run()  # what upstream offers is made for CUDA\n" + margin
            yield rule.insert(first.start_byte, line)
            yield rule.note(name, "upstream's wheels are made for CUDA: the port is always built")


def _makes_wheels(code: PythonCode, of: Node) -> bool:
    bases = of.child_by_field_name("superclasses")
    return bases is not None and any(
        code.text(base).rpartition(".")[2] in _BASES for base in bases.named_children
    )
