"""Install wheels for ROCm where a command installed those for CUDA, and report other packages.

## What it does
PyTorch's index of wheels for CUDA (`pip install torch --index-url …/whl/cu121`) becomes the one for
the ROCm of the port, `…/whl/rocm6.4`. Packages of systems, Conda, Spack and pip that bring CUDA
(`cuda-toolkit-12-4`, `libcudnn8`, `pytorch-cuda=12.1`, `cupy-cuda12x`), installers of CUDA and
NVIDIA's repositories are reported with what takes their place.

## Why
Packages of NVIDIA's install on any machine, and the port then finds nothing that it can use.

## What it leaves alone
Indexes of commands that also ask for a version (`torch==2.1.0+cu121`), since not every version has
wheels for this ROCm: reported. Sentences; files that speak of ROCm themselves.

## References
`rules/cuda-hip/containers.toml` and `rules/cuda-hip/python.toml`; PyTorch, "Previous versions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._requirements import requirement
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.source import SourceFile
from porter.source.scripts.shell import Word
from porter.source.text.edits import RuleOutput
from porter.tables.containers import has_wheels, package_hint

rule = Rule("SCR08", "installed-packages", languages=LANGUAGES)

_CONCERNED = re.compile(rb"cu|n[cv]|tensor|npp|rmm")
_PIP = frozenset({b"pip", b"pip3", b"uv", b"pipx", b"poetry"})
_SYSTEMS = frozenset(
    b"apt apt-get aptitude dnf microdnf yum zypper pacman brew conda mamba micromamba spack".split()
)
_RUNNERS = re.compile(rb"sudo|python[\d.]*|-m|-E|env|\w+=.*")
_INSTALLS = frozenset(b"install add create update upgrade -S in".split())
_INDEX = re.compile(rb"/whl/(?:nightly/|test/)?(cu\d+)")
_PINNED = re.compile(rb"(?<!\w)torch\w*+\s*+(?:==|~=|<)|\+cu\d++")
_OF_CUDA = re.compile(rb"\+cu\d+|/cu\d+/")
_SPEECH = frozenset({b"echo", b"printf"})
_INSTALLER = re.compile(
    rb"(?<![\w.-])cuda_\d[\w.-]*+(?<=\.run)|(?<![\w.-])cuda-(?:keyring|repo)[\w.-]*+"
    rb"|/compute/cuda/[^\s\"']*+"
)
_NAME = re.compile(rb"[\"']?([\w.+*-]+)")

EXAMPLES = (
    Example(
        "pip install torch torchvision --index-url https://example.org/whl/cu121\n",
        "pip install torch torchvision --index-url https://example.org/whl/rocm6.4\n",
        path="install.sh",
        title="wheels of PyTorch",
    ),
    Example(
        """
        RUN apt-get update && apt-get install -y \\
            cuda-toolkit-12-4 \\
            libcudnn8=8.9 git
        RUN pip install torch==2.1.0+cu121 cupy-cuda12x -f https://example.org/whl/cu121
        """,
        path="Dockerfile",
        findings=("warning", "warning", "warning", "warning", "warning"),
        title="packages, and a version",
    ),
    Example(
        "    $ conda install pytorch pytorch-cuda=12.1 -c pytorch -c nvidia\n",
        path="README.md",
        findings=("warning",),
        title="a README",
    ),
    Example(
        "pip install torch numpy\napt-get install g++ cudahelper\n",
        path="install.sh",
        title="other packages",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the packages that commands install."""
    if not _CONCERNED.search(file.data):
        return
    text = reading(file)
    if text.knows_rocm:
        return
    rocm = "{}.{}".format(*context.options.rocm)
    for command, region in text.commands.found:
        words = list(command.words)
        if not region.is_prose and words and words[0].text not in _SPEECH:
            yield from _downloads(words)
        while len(words) > 1 and _RUNNERS.fullmatch(words[0].text):
            del words[0]
        if region.is_prose or not any(word.text in _INSTALLS for word in words[1:4]):
            continue
        name = words[0].text.rpartition(b"/")[2]
        if name in _PIP:
            yield from _wheels(words, rocm)
        elif name in _SYSTEMS:
            yield from _packages(words)


def _downloads(words: Sequence[Word]) -> Iterator[RuleOutput]:
    for word in words:
        if match := _INSTALLER.search(word.text):
            yield rule.warning(
                (word.start + match.start(), word.start + match.end()),
                "this is an installer of CUDA, or NVIDIA's repository of packages",
                hint="AMD's packages of ROCm, or an image that holds them, take its place",
            )


def _wheels(words: list[Word], rocm: str) -> Iterator[RuleOutput]:
    is_pinned = any(_PINNED.search(word.text) for word in words)
    for word in words:
        index = _INDEX.search(word.text)
        if index is None:
            row = requirement(word.text.strip(b"\"'").decode("utf-8", "replace"))
            if row is not None:
                yield rule.warning(word, row.reason, hint=row.hint)
            elif _OF_CUDA.search(word.text):
                shown = word.text.decode("utf-8", "replace")
                hint = f"PyTorch's builds for ROCm are called +rocm{rocm} and the like"
                yield rule.warning(word, f"{shown} is a build for CUDA", hint=hint)
            continue
        span = (word.start + index.start(1), word.start + index.end(1))
        if has_wheels(rocm) and not is_pinned:
            yield rule.replace(span, b"rocm" + rocm.encode(), "index of wheels")
        else:
            yield rule.warning(
                span,
                "an index of builds for CUDA, for a version that may have none for this ROCm",
                hint=f"PyTorch's builds for ROCm lie under /whl/rocm{rocm} and the like",
            )


def _packages(words: list[Word]) -> Iterator[RuleOutput]:
    is_value = False
    for word in words[1:]:
        if word.text.startswith(b"-"):
            is_value = word.text in (b"-c", b"--channel", b"-n", b"--name", b"-t", b"-o")
            continue
        name = None if is_value else _NAME.match(word.text)
        is_value = False
        hint = package_hint(name[1].decode()) if name else ""
        if hint:
            shown = word.text.decode("utf-8", "replace")
            yield rule.warning(word, f"{shown} brings CUDA, or a part of it", hint=hint)
