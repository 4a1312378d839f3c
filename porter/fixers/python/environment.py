"""Set and read the environment variables that ROCm reads.

## What it does
Renames environment variables that mean the same under another name on ROCm: `CUDA_HOME` and
`CUDA_PATH` where they are read, with a default of `/usr/local/cuda` beside them, and
`CUDA_LAUNCH_BLOCKING` where it is set to a literal. Reports variables that nothing on ROCm reads,
with what comes closest.

## Why
A variable that nobody reads does nothing, and nobody says so.

## What it leaves alone
`CUDA_VISIBLE_DEVICES`, `NCCL_*`, `PYTORCH_CUDA_ALLOC_CONF` and others that ROCm reads under this
name; variables of the project's own; names that are put together at run time; files that speak of
HIP or ROCm themselves; architectures and flags in `setup.py`, which rules for build scripts take
care of.

## References
`rules/cuda-hip/environment.toml` gives each variable with its reason and source.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.python._environ import Access, accesses
from porter.source import SourceFile
from porter.source.python.code import PythonCode, literal, literal_span, python_of
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.environment import Variable, variables

rule = Rule(
    "PYT02",
    "environment",
    names=(b"environ", b"getenv", b"putenv", b"env"),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        """
        import os
        home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
        """,
        """
        import os
        home = os.environ.get("ROCM_PATH", "/opt/rocm")
        """,
        path="paths.py",
        title="where the toolkit lies",
    ),
    Example(
        """
        import os
        os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
        """,
        """
        import os
        os.environ["AMD_SERIALIZE_KERNEL"] = "3"
        """,
        path="debug.py",
        title="a variable whose values differ",
    ),
    Example(
        """
        import os
        os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"
        os.environ["CUDA_HOME"] = "/usr/local/cuda-12.4"
        """,
        findings=("warning", "warning"),
        path="build.py",
        title="values that mean nothing on ROCm",
    ),
    Example(
        """
        import os
        os.environ["CUDA_VISIBLE_DEVICES"] = "0"
        os.getenv("MY_CUDA_HOME")
        print("CUDA_HOME")
        """,
        path="main.py",
        title="what ROCm reads, too, and what is the project's",
    ),
    Example(
        """
        import os
        import torch
        name = "PYTORCH_ROCM_ARCH" if torch.version.hip else ""
        os.getenv("CUDA_HOME")
        """,
        path="ported.py",
        title="the file asks for ROCm itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits and findings for each variable of the table that is named literally."""
    known = variables()
    if not any(name.encode() in file.data for name in known):
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    is_setup = file.path.rpartition("/")[2] == "setup.py"
    for access in accesses(code):
        name = literal(code, access.name) or ""
        row = known.get(name)
        if row is None or row.becomes == "stays" or (row.build and is_setup):
            continue
        edits = _edits(code, access, row)
        if edits:
            yield from rule.together(
                *(rule.replace((start, end), text, name) for start, end, text in edits)
            )
            continue
        hint = f"the nearest on ROCm is {row.hip}" if row.hip else ""
        yield rule.warning(access.name, f"nothing on ROCm reads {name}: {row.reason}", hint=hint)


def _edits(code: PythonCode, access: Access, row: Variable) -> list[tuple[int, int, bytes]]:
    """Return the replacements that carry an access over; none where that cannot be done."""
    span = literal_span(code, access.name)
    if row.becomes != "renamed" or span is None:
        return []
    renamed = (*span, row.hip.encode())
    value = literal_span(code, access.value)
    text = literal(code, access.value)
    if access.is_set:
        new = row.values.get(text or "")
        return [renamed, (*value, new.encode())] if value and new is not None else []
    if row.values:
        return []  # what the program makes of a value is not known
    if value is not None and text:
        default = row.defaults.get(text)
        if default is not None:
            return [renamed, (*value, default.encode())]
        return [] if "cuda" in text.lower() else [renamed]
    return [renamed]
