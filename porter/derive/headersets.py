"""One side's headers of one version: where they are, and the clang arguments to read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Universe
from porter.derive.libraries import LIBRARIES, SCOPED_CUDA_HEADERS, SCOPED_HIP_HEADERS
from porter.derive.reader import Reader
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.regular import read_regular_text

#: Where headers are pretended to be that a machine without OpenGL lacks.
_NOWHERE = "/porter-pretended"
_GL = (
    (
        f"{_NOWHERE}/GL/gl.h",
        "#pragma once\ntypedef unsigned int GLuint;\ntypedef unsigned int GLenum;\n"
        "typedef int GLint;\ntypedef int GLsizei;\n",
    ),
)
#: Architectures to read CUDA's headers for: the second still has warp functions without a mask.
_ARCHS = (900, 600)
#: Macros without which HIP's headers keep declarations back.
ENABLING = ("HIP_ENABLE_WARP_SYNC_BUILTINS",)
#: Headers below a library's folder that are not for users, or need what is not there.
_PRIVATE = re.compile(r"/(agent|detail|backend)/|/iterator/tex_ref_input_iterator")
_COMMON = ("-std=c++17", "-w", "-ferror-limit=0")


@dataclass(frozen=True)
class HeaderSet:
    """An include folder and the version of what is in it.

    Attributes:
        version: `13.0` of CUDA, `6.4` of ROCm.
        include: the folder.
        fallbacks: folders that supply what this one lacks; what they declare does not count.
    """

    version: str
    include: Path
    fallbacks: tuple[Path, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """The version as numbers, for comparing."""
        return version_key(self.version)


def version_key(version: str) -> tuple[int, ...]:
    """Return a version such as `6.4` as numbers."""
    return tuple(int(part) for part in version.split("."))


def cuda_set(argument: str) -> HeaderSet:
    """Make a header set of CUDA from a command-line argument, `[VERSION=]FOLDER`."""
    version, include = _split(argument)
    return HeaderSet(version or _cuda_version(include), include)


def rocm_sets(arguments: Sequence[str]) -> list[HeaderSet]:
    """Make header sets of ROCm from command-line arguments, `[VERSION=]FOLDER`, oldest first.

    A set may hold one component only; what it includes comes from the next newer sets.
    """
    bare = []
    for argument in arguments:
        version, include = _split(argument)
        bare.append(HeaderSet(version or _rocm_version(include), include))
    bare.sort(key=lambda one: one.key)
    return [
        HeaderSet(
            one.version,
            one.include,
            tuple(other.include for other in bare[i + 1 :])
            + tuple(other.include for other in reversed(bare[:i])),
        )
        for i, one in enumerate(bare)
    ]


def read_cuda(one: HeaderSet, resources: ClangHeaders) -> Universe:
    """Read CUDA's headers: as plain C++, with what nvcc would define for device code.

    Args:
        one: the header set.
        resources: the headers of the compiler and the host.
    """
    roots, arguments = cuda_roots(one), cuda_arguments(one, resources)
    plain = ["cuda_runtime.h", *(h for library in LIBRARIES for h in library.cuda_headers)]
    reader = Reader(roots, one.version, plain)
    for arch in _ARCHS:
        reader.read(includes(plain), [*arguments, f"-D__CUDA_ARCH__={arch}"], "cpp", _GL)
    arguments.append(f"-D__CUDA_ARCH__={_ARCHS[0]}")
    scoped = _scoped(one.include / "cccl", SCOPED_CUDA_HEADERS)
    reader.read(includes(["cuda_runtime.h", *scoped]), arguments, "cpp")
    return reader.universe()


def cuda_roots(one: HeaderSet) -> list[Path]:
    """Return the folders that CUDA's headers are included from."""
    cccl = one.include / "cccl"
    return [one.include, cccl] if cccl.is_dir() else [one.include]


def cuda_arguments(one: HeaderSet, resources: ClangHeaders) -> list[str]:
    """Return clang's arguments for CUDA's headers as plain C++, with what nvcc would define.

    Args:
        one: the header set.
        resources: the headers of the compiler and the host.
    """
    major, minor = one.version.split(".")[:2]
    return [
        *_COMMON,
        *resources.arguments(),
        *(f"-I{root}" for root in cuda_roots(one)),
        "-D__CUDACC__",
        "-D__NVCC__",
        f"-D__CUDACC_VER_MAJOR__={major}",
        f"-D__CUDACC_VER_MINOR__={minor}",
        "-D__CUDACC_VER_BUILD__=0",
        "-D__NV_NO_HOST_COMPILER_CHECK=1",
        "-DCCCL_IGNORE_DEPRECATED_CPP_DIALECT",
        f"-I{_NOWHERE}",
    ]


def rocm_arguments(
    one: HeaderSet, resources: ClangHeaders, *, device: bool, arch: str
) -> list[str]:
    """Return clang's arguments for HIP code.

    Args:
        one: the header set.
        resources: the headers of the compiler and the host.
        device: read as the device sees it, not as the host does.
        arch: the architecture, such as `gfx942`.
    """
    return [
        "-x",
        "hip",
        "--offload-device-only" if device else "--offload-host-only",
        f"--offload-arch={arch}",
        "-nogpulib",
        "-nogpuinc",
        *_COMMON,
        *resources.arguments(),
        "-isystem",
        str(resources.include / "cuda_wrappers"),
        f"-I{one.include}",
        *(f"-idirafter{folder}" for folder in one.fallbacks),
        "-include",
        "__clang_hip_runtime_wrapper.h",
        "-D__HIP_PLATFORM_AMD__",
    ]


def read_rocm(one: HeaderSet, resources: ClangHeaders) -> Universe:
    """Read ROCm's headers: as HIP code, once as the host and once as the device sees them.

    Args:
        one: the header set.
        resources: the headers of the compiler and the host.
    """
    plain = [h for library in LIBRARIES for h in library.hip_headers if _has(one, h)]
    reader = Reader([one.include], one.version, plain, compiler=resources.include)
    scoped = scoped_headers(one)
    for device in (False, True):
        arguments = rocm_arguments(one, resources, device=device, arch="gfx942")
        arguments += [f"-D{name}" for name in ENABLING]
        reader.read(includes(plain), arguments, "hip")
    arguments = rocm_arguments(one, resources, device=False, arch="gfx942")
    reader.read(includes(scoped), arguments, "hip")
    return reader.universe()


def read_roc(one: HeaderSet, resources: ClangHeaders) -> Universe:
    """Read the headers of ROCm's own libraries, those that the hip wrappers stand before.

    Args:
        one: the header set.
        resources: the headers of the compiler and the host.
    """
    from porter.derive.roc_libraries import ROC_HEADERS

    present = [header for header in ROC_HEADERS if _has(one, header)]
    reader = Reader([one.include], one.version, present, compiler=resources.include)
    for device in (False, True):
        arguments = rocm_arguments(one, resources, device=device, arch="gfx942")
        reader.read(includes(ROC_HEADERS), arguments, "hip")
    return reader.universe()


def includes(headers: Sequence[str]) -> str:
    """Return source that includes those of `headers` that can be found."""
    return "".join(
        f"#if __has_include(<{h}>)\n#include <{h}>\n#endif\n" for h in dict.fromkeys(headers)
    )


def scoped_headers(one: HeaderSet) -> list[str]:
    """Return the headers of a ROCm set whose names live in namespaces."""
    return [
        "hip/hip_runtime.h",
        *(h for h in _scoped(one.include, SCOPED_HIP_HEADERS) if _has(one, h)),
    ]


def _scoped(include: Path, headers: Sequence[str]) -> list[str]:
    """Return headers of namespaces: `thrust/*.h` stands for all headers in that folder."""
    found: list[str] = []
    for header in headers:
        if "*" not in header:
            found.append(header)
            continue
        root = include if (include / header.partition("/")[0]).is_dir() else include.parent
        paths = sorted(path.relative_to(root).as_posix() for path in root.glob(header))
        found += [path for path in paths if not _PRIVATE.search(path)]
    return found


def _has(one: HeaderSet, header: str) -> bool:
    return (one.include / header).is_file()


def _split(argument: str) -> tuple[str, Path]:
    found = re.fullmatch(r"(?:(\d+\.\d+)=)?(.+)", argument)
    if found is None:
        raise PorterError(f"not a folder of headers: {argument!r}", hint="[VERSION=]FOLDER")
    include = real_path(found[2])
    if not include.is_dir():
        raise PorterError("there is no such folder of headers", path=include)
    return found[1] or "", include


def _cuda_version(include: Path) -> str:
    number = _macro(include / "cuda.h", "CUDA_VERSION")
    return f"{number // 1000}.{number % 1000 // 10}"


def _rocm_version(include: Path) -> str:
    header = include / "hip" / "hip_version.h"
    return f"{_macro(header, 'HIP_VERSION_MAJOR')}.{_macro(header, 'HIP_VERSION_MINOR')}"


def _macro(header: Path, name: str) -> int:
    """Return the number that a header defines a macro as."""
    try:
        text = read_regular_text(header, errors="replace")
    except OSError as error:
        raise PorterError(
            f"cannot tell the version of these headers: {error.strerror}",
            path=header,
            hint="give it as VERSION=FOLDER",
        ) from error
    found = re.search(rf"^\s*#\s*define\s+{name}\s+(\d+)", text, re.MULTILINE)
    if found is None:
        raise PorterError(f"{name} is not defined", path=header, hint="give it as VERSION=FOLDER")
    return int(found[1])
