"""Build containers on ROCm's images where they were built on CUDA's.

## What it does
In Dockerfiles (`FROM`, defaults of `ARG`), workflows (`image:`, `container:`) and commands
(`docker run`), `nvidia/cuda:12.4.1-devel-ubuntu22.04` becomes `rocm/dev-ubuntu-22.04:6.4-complete`,
for the ROCm that the port is for. What NVIDIA divides into `devel`, `runtime` and `cudnn`, AMD has
in one: `-complete` holds the compiler and all libraries; `base` becomes the image without it.

## Why
An image of NVIDIA's has no ROCm.

## What it leaves alone
Images on distributions that ROCm of this version has none for, images whose tag is computed, and
those with more than CUDA in them (`pytorch/pytorch`, `nvidia/…`): an error says so. Files
that speak of ROCm themselves.

## References
`rules/cuda-hip/containers.toml`; NVIDIA's and AMD's pages of their images.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.options import Options
from porter.source import Severity, SourceFile
from porter.source.scripts.dockerfile import instructions
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span
from porter.tables.containers import images

rule = Rule("SCR07", "container-images", languages=LANGUAGES)

_CONCERNED = re.compile(rb"nvidia|cuda")
_FROM = re.compile(rb"\s*+([^\s\\]++)")
_DEFAULT = re.compile(rb"\s*+\w++=[\"']?+([^\s\"'\\]++)")
_COPIED = re.compile(rb"--from=([^\s]+)")
#: An image in a Jenkinsfile.
_IMAGE_CALL = re.compile(rb"\bimage[ ]*+\(?+[ ]*+[\"']([\w./:${}-]++)")
_IMAGE_KEY = re.compile(
    rb"(?m)^[ ]*+(?:-[ ]++)*+(?:image|container|name)[ ]*+:[ ]*+[\"']?+([\w./:${}<>-]++)"
)
_CONTAINERS = frozenset({b"docker", b"podman", b"singularity", b"apptainer", b"nvidia-docker"})
#: A name of NVIDIA's, maybe behind the host that serves it.
_NVIDIAS = r"(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?/)?nvidia/"
_CUDA = re.compile(_NVIDIAS + r"cuda(?::(?P<tag>[\w.-]+))?(?:@sha256:\w+)?")
_TAG = re.compile(
    r"\d+(?:\.\d+)*(?:-(?P<cudnn>cudnn\d*))?-(?P<kind>devel|runtime|base)-(?P<on>[a-z]+[\d.]+)"
)
_OF_CUDA = re.compile(
    _NVIDIAS + r".*|[\w./-]++:(?:(?!cuda|cu1\d\d)[\w.-])*+(?:cuda|cu1\d\d)[\w.-]*+"
)

EXAMPLES = (
    Example(
        """
        ARG BASE=nvidia/cuda:12.1.0-base-ubuntu22.04
        FROM nvidia/cuda:12.4.1-cudnn-devel-ubuntu24.04 AS build
        FROM --platform=linux/amd64 ${BASE}
        """,
        """
        ARG BASE=rocm/dev-ubuntu-22.04:6.4
        FROM rocm/dev-ubuntu-24.04:6.4-complete AS build
        FROM --platform=linux/amd64 ${BASE}
        """,
        path="Dockerfile",
        title="a Dockerfile",
    ),
    Example(
        "FROM nvidia/cuda:11.8.0-runtime-ubuntu20.04\n",
        "FROM rocm/dev-ubuntu-20.04:6.2-complete\n",
        options=Options(rocm=(6, 2)),
        path="Dockerfile",
        title="another version",
    ),
    Example(
        """
        test:
          image: nvidia/cuda:12.2.0-devel-ubuntu22.04
        """,
        """
        test:
          image: rocm/dev-ubuntu-22.04:6.4-complete
        """,
        path=".gitlab-ci.yml",
        title="a workflow",
    ),
    Example(
        """
        FROM nvidia/cuda:11.0-devel-centos7
        FROM nvidia/cuda:${VERSION}-devel-ubuntu22.04
        FROM pytorch/pytorch:2.4.0-cuda12.1-cudnn9-devel
        """,
        path="Dockerfile",
        findings=("error", "error", "error"),
        title="images that cannot be told",
    ),
    Example("FROM ubuntu:22.04\nCOPY nvidia/cuda.txt .\n", path="Dockerfile", title="others"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's image in the place of each of NVIDIA's."""
    if not _CONCERNED.search(file.data) or reading(file).knows_rocm:
        return
    rocm = "{}.{}".format(*context.options.rocm)
    for start, end in _images(file):
        image = file.data[start:end].decode("utf-8", "surrogateescape")
        if not _OF_CUDA.fullmatch(image):
            continue
        found = _rocms(image, rocm)
        if found:
            yield rule.replace((start, end), found.encode(), image)
        else:
            severity = Severity.WARNING if file.language is Language.MARKUP else Severity.ERROR
            yield rule.finding(
                (start, end),
                severity,
                f"there is no image with ROCm {rocm} that is known to take the place of {image}",
                hint=_hint(image, rocm),
            )


def _images(file: SourceFile) -> Iterator[Span]:
    """Yield the places of images of containers."""
    if file.language is Language.DOCKERFILE:
        for one in instructions(file.data):
            match = None
            if one.name == b"FROM":
                match = _FROM.match(file.data, one.arguments, one.end)
            elif one.name == b"ARG":
                match = _DEFAULT.match(file.data, one.arguments, one.end)
            if match:
                yield match.span(1)
            if one.name == b"COPY" and (
                source := _COPIED.search(file.data, one.start, one.arguments)
            ):
                yield source.span(1)
    if file.language is Language.WORKFLOW:
        for pattern in (_IMAGE_KEY, _IMAGE_CALL):
            yield from (match.span(1) for match in pattern.finditer(file.code))
    for command, region in reading(file).commands.found:
        if command.words and command.words[0].text in _CONTAINERS and not region.is_prose:
            for word in command.words[1:]:
                yield word.start, word.end


def _rocms(image: str, rocm: str) -> str:
    """Return AMD's image in place of one of NVIDIA's; empty where there is none known."""
    of_cuda = _CUDA.fullmatch(image)
    tag = _TAG.fullmatch(of_cuda["tag"] or "") if of_cuda else None
    found = images().get(tag["on"]) if tag else None
    if tag is None or found is None or rocm not in found.rocm:
        return ""
    is_bare = tag["kind"] == "base" and not tag["cudnn"]
    return f"{found.name}:{rocm}" + "-complete" * (not is_bare)


def _hint(image: str, rocm: str) -> str:
    if "pytorch" in image:
        return "AMD's images with PyTorch are rocm/pytorch: choose a tag for this ROCm"
    names = ", ".join(f"{one.name}:{rocm}" for one in images().values() if rocm in one.rocm)
    return f"AMD's images are {names}, each with -complete for all libraries"
