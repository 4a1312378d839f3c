"""Name AMD's architectures where a build script named NVIDIA's for PyTorch.

## What it does
In scripts that build extensions, `TORCH_CUDA_ARCH_LIST` becomes `PYTORCH_ROCM_ARCH`, and a list
that the script gives it becomes `gfx90a;gfx942;gfx1100`; docstrings that say so follow.

## Why
PyTorch for ROCm reads PYTORCH_ROCM_ARCH and nothing else; compute capabilities mean nothing to it.

## What it leaves alone
Values that the script computes: reported. Scripts that speak of HIP or ROCm themselves. A question
whose answer the script compares with a list of compute capabilities of its own: no name of AMD's is
in it, and such a script stops, or asks for the device's capability where the variable is not set.

## References
torch/utils/cpp_extension.py: `_get_rocm_arch_flags`, `_get_cuda_arch_flags`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._setup import build_script
from porter.fixers.python._environ import accesses
from porter.source import SourceFile, Use
from porter.source.python.code import PythonCode, literal, literal_span
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table

rule = Rule("BLD21", "setup-architectures", languages=(Language.PYTHON,))

_CUDA, _ROCM = "TORCH_CUDA_ARCH_LIST", b"PYTORCH_ROCM_ARCH"
_CAPABILITY = re.compile(r"\d{1,2}\.\d[af]?(?:\+PTX)?")
_LIST = re.compile(r"(?:\d+\.\d[af]?(?:\+PTX)?[;, ]*)+|(?:[A-Z][a-z]+[;, ]*)+")

EXAMPLES = (
    Example(
        """
        import os
        os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0+PTX")
        """,
        """
        import os
        os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")
        """,
        findings=("note",),
        path="setup.py",
        title="a list",
    ),
    Example(
        '''
        """Set TORCH_CUDA_ARCH_LIST ("8.0" by default)."""
        import os
        os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
        ''',
        '''
        """Set PYTORCH_ROCM_ARCH ("gfx90a;gfx942;gfx1100" by default)."""
        import os
        os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")
        ''',
        findings=("note",),
        path="setup.py",
        title="and what its documentation says",
    ),
    Example(
        """
        import os
        print(os.environ.get("TORCH_CUDA_ARCH_LIST", None))
        """,
        """
        import os
        print(os.environ.get("PYTORCH_ROCM_ARCH", None))
        """,
        path="setup.py",
        title="a question for it",
    ),
    Example(
        """
        import os
        KNOWN = {"8.0", "8.6", "9.0"}
        archs = set(os.environ.get("TORCH_CUDA_ARCH_LIST", "").split(";"))
        if archs and not archs & KNOWN:
            raise RuntimeError("no GPU that is known")
        """,
        findings=("note",),
        path="setup.py",
        title="what is compared with capabilities",
    ),
    Example(
        """
        import os
        os.environ["TORCH_CUDA_ARCH_LIST"] = detect()
        """,
        findings=("warning",),
        path="setup.py",
        title="what is computed is reported",
    ),
    Example(
        """
        import os
        if "TORCH_CUDA_ARCH_LIST" in os.environ:
            pass
        rocm = os.getenv("PYTORCH_ROCM_ARCH")
        """,
        path="setup.py",
        title="a script that knows of ROCm",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the variable, and the list beside it."""
    if _CUDA.encode() not in file.data or _ROCM in file.data:
        return
    code = build_script(file)
    if code is None:
        return
    archs = ";".join(cmake_table().architectures)
    names_capabilities = _names_capabilities(code)
    lists = set()
    for access in accesses(code):
        name = literal_span(code, access.name)
        if literal(code, access.name) != _CUDA or name is None:
            continue
        value, text = literal_span(code, access.value), literal(code, access.value)
        if value is not None and text and _LIST.fullmatch(text):
            lists.add(text)
            yield from rule.together(rule.replace(name, _ROCM), rule.replace(value, archs.encode()))
            yield rule.note(
                value,
                f"{text} are compute capabilities of NVIDIA's: they are {archs} now",
                hint="name the GPUs of the port",
            )
        elif access.value is None or text == "" or access.value.type == "none":
            if names_capabilities:
                yield rule.note(
                    name,
                    f"{_CUDA} stays: the script compares it with compute capabilities of its own",
                    hint=f"leave it unset; PyTorch for ROCm builds for {_ROCM.decode()}",
                )
            else:
                yield rule.replace(name, _ROCM)
        else:
            yield rule.warning(
                name,
                f"{_CUDA} gets a value that is computed",
                hint=f"PyTorch for ROCm reads {_ROCM.decode()}, such as gfx90a;gfx942",
            )
    if lists:
        yield from _documented(code, lists, archs)


def _names_capabilities(code: PythonCode) -> bool:
    """Tell whether a script has a list of two or more compute capabilities."""
    listed = [
        one.parent.id
        for one in code.nodes("string")
        if one.parent is not None and one.parent.type in ("set", "list", "tuple")
        if _CAPABILITY.fullmatch(literal(code, one) or "")
    ]
    return len(set(listed)) < len(listed)


def _documented(code: PythonCode, lists: set[str], archs: str) -> Iterator[RuleOutput]:
    """Change what docstrings say of the variable and of the list that it has by default."""
    new = {_CUDA: _ROCM, **{f'"{text}"': f'"{archs}"'.encode() for text in lists}}
    for node in code.nodes("string"):
        text = code.file.data[node.start_byte : node.end_byte]
        is_alone = node.parent is not None and node.parent.type == "expression_statement"
        if is_alone and _CUDA.encode() in text:
            for old, replacement in new.items():
                for match in re.finditer(re.escape(old.encode()), text):
                    use = Use.at(node.start_byte + match.start(), match.group())
                    yield rule.replace(use, replacement)
