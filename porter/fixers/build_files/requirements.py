"""Report what a package's metadata asks for that is NVIDIA's alone.

## What it does
Reports, in `pyproject.toml`, `setup.cfg`, requirements files and environments of Conda,
distributions that are built for CUDA, with what takes their place; versions and indexes of CUDA
builds (`torch==2.5.1+cu121`, `https://download.pytorch.org/whl/cu121`); environment variables and
CMake variables that builds on ROCm do not read. A `pyproject.toml` that does not parse is reported
as such. Nothing is changed.

## Why
pip installs NVIDIA's wheels on any machine, and the port then finds nothing that it can use. Which
version of ROCm a wheel should be for is the user's choice.

## What it leaves alone
`torch`, `triton` and others that answer to their names on ROCm; comments; files that speak of ROCm
themselves.

## References
`rules/cuda-hip/python.toml` gives each distribution with its counterpart and source; PEP 508, PEP
621, PEP 735; cibuildwheel's and scikit-build-core's documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from porter.files.toml import parse_toml
from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._requirements import requirement
from porter.source import Finding, SourceFile
from porter.source.text.languages import Language
from porter.tables.containers import package_hint
from porter.tables.environment import variables

_QUOTED = re.compile(rb"\"([^\"\\\n]*)\"|'([^'\n]*)'")
_LINE = re.compile(rb"(?m)^[ \t]*([A-Za-z0-9][^#;\n]*)")
_INDENTED = re.compile(rb"(?m)^[ \t]+([A-Za-z0-9][^#;\n]*)")
#: An entry of Conda's lists, or of one for pip within them.
_ITEM = re.compile(rb"(?m)^[ \t]*-[ \t]+[\"']?([A-Za-z0-9][^#\"'\n]*)")
_CONDA_NAME = re.compile(rb"(?:[^\s:]+::)?([\w.-]+)(?!:)")
_CUDA_BUILD = re.compile(rb"(?<!=)={2,3}[^\s,;'\"=]*\+cu\d+|/whl/(?:nightly/|test/)?cu\d+")
#: Behind `-D`, too, and with CMake's type of a variable.
_VARIABLE = re.compile(
    rb"(?:(?<![\w-])|(?<!\w)-D)(?P<name>(?=[A-Z_]*(?:CUDA|NVCC))[A-Z]++(?:_[A-Z]++)*+)\b"
    rb"(?=(?::[A-Z]++)?+['\"]?+[ \t]*+=)"
)
_OF_CUDA = frozenset({b"CUDA", b"NVCC"})
_KNOWS_ROCM = re.compile(rb"rocm|ROCM|ROCm|hipcc|HIP_")
_COMMENT = re.compile(rb"(?m)(?:^|[ \t])#[^\n]*")

rule = Rule("BLD24", "requirements", fix=Fix.NONE, languages=(Language.BUILD,))

EXAMPLES = (
    Example(
        """
        [build-system]
        requires = ["setuptools", "torch", "nvidia-cuda-nvcc-cu12"]
        [project]
        name = "a"
        dependencies = ["cupy-cuda12x>=13", "numpy"]
        """,
        findings=("warning", "warning"),
        path="pyproject.toml",
        title="distributions built for CUDA",
    ),
    Example(
        """
        [tool.cibuildwheel.linux]
        environment = { TORCH_CUDA_ARCH_LIST = "8.0", A = "1" }
        [tool.scikit-build]
        cmake.define.CMAKE_CUDA_ARCHITECTURES = "80"
        cmake.args = ["-G", "-DCMAKE_CUDA_COMPILER:PATH=nvcc"]
        """,
        findings=("warning",) * 3,
        path="pyproject.toml",
        title="variables of a build",
    ),
    Example(
        """
        --extra-index-url https://download.pytorch.org/whl/cu121
        torch==2.5.1+cu121
        jax[cuda12]
        # pynvml
        numpy
        """,
        findings=("warning", "warning", "warning"),
        path="requirements.txt",
        title="a list of requirements",
    ),
    Example(
        """
        channels:
          - nvidia
        dependencies:
          - python=3.10
          - pytorch-cuda=12.1
          - nvidia/label/cuda-12.4.0::cuda-toolkit
          - pip:
            - cupy-cuda12x
        """,
        findings=("warning", "warning", "warning"),
        path="environment.yml",
        title="an environment of Conda",
    ),
    Example(
        """
        [project]
        name = "nvidia-cuda-like"
        dependencies = ["torch>=2", "triton"]
        """,
        path="pyproject.toml",
        title="what answers on ROCm",
    ),
    Example(
        "[project\n",
        findings=("warning",),
        path="pyproject.toml",
        title="a file that does not parse",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each requirement, build and variable of CUDA's."""
    name = file.path.rpartition("/")[2]
    is_toml = name == "pyproject.toml"
    pattern = _lists(name)
    if not is_toml and pattern is None:
        return
    text = _COMMENT.sub(lambda found: b" " * len(found[0]), file.data)
    if is_toml:
        try:
            document = parse_toml(file.data.decode("utf-8"))
        except ValueError as error:
            yield rule.warning((0, 0), f"does not parse, nothing was looked for: {error}")
            return
        asked = frozenset(_requirements(document))
        places = [found.span(1 if found[2] is None else 2) for found in _QUOTED.finditer(text)]
        places = [place for place in places if _shown(text[slice(*place)]) in asked]
    else:
        places = [found.span(1) for found in pattern.finditer(text)] if pattern else []
    if _KNOWS_ROCM.search(text):
        return
    for start, end in places:
        row = requirement(_shown(text[start:end]))
        package = _CONDA_NAME.match(text, start) if pattern is _ITEM else None
        hint = package_hint(package[1].decode()) if package else ""
        if row is not None:
            yield rule.warning((start, end), row.reason, hint=row.hint)
        elif hint:
            yield rule.warning((start, end), "a package of CUDA's, or built for it", hint=hint)
    for found in _CUDA_BUILD.finditer(text):
        yield rule.warning(
            found,
            f"{found[0].decode('utf-8', 'replace')} is a build for CUDA",
            hint="PyTorch's builds for ROCm are called +rocm6.4 and the like, under /whl/rocm6.4",
        )
    if is_toml:
        yield from _variables(text)


def _lists(name: str) -> re.Pattern[bytes] | None:
    """Return what finds the requirements in a file of this name; None where it lists none."""
    if name.endswith((".yml", ".yaml")):
        return _ITEM
    if name == "setup.cfg":
        return _INDENTED
    is_other = name in ("MANIFEST.in", "compile_flags.txt")
    return _LINE if name.endswith((".txt", ".in")) and not is_other else None


def _variables(text: bytes) -> Iterator[Finding]:
    """Yield a finding for each variable of a build that nothing on ROCm reads."""
    for found in _VARIABLE.finditer(text):
        if not _OF_CUDA & set(found["name"].split(b"_")):
            continue
        name = found["name"].decode()
        row = variables().get(name)
        if row is not None and row.becomes == "stays":
            continue
        if row is not None:
            reason, nearest = row.reason, row.hip
        elif name.startswith("CMAKE_CUDA_"):
            reason, nearest = "it is for CMake's CUDA language", name.replace("CUDA", "HIP", 1)
        else:
            continue
        yield rule.warning(
            found.span("name"),
            f"nothing on ROCm reads {name}: {reason}",
            hint=f"the nearest on ROCm is {nearest}" if nearest else "",
        )


def _requirements(document: Mapping[str, object]) -> Iterator[str]:
    """Yield the requirements of a pyproject.toml, wherever its standards put them."""
    project = _table(document, "project")
    yield from _texts(_table(document, "build-system").get("requires"))
    yield from _texts(project.get("dependencies"))
    for group in (_table(project, "optional-dependencies"), _table(document, "dependency-groups")):
        for requirements in group.values():
            yield from _texts(requirements)


def _table(document: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = document.get(name)
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _shown(text: bytes) -> str:
    return text.decode("utf-8", "replace")
