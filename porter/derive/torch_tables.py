"""Derives the table of PyTorch's C++ names and headers from two builds' headers.

PyTorch for ROCm is made from PyTorch's CUDA sources by its own converter, whose mapping of paths is
the published fact used here: `cuda` becomes `hip` and `CUDA` becomes `HIP` in the path of a header.
Every row is proved against the headers of the ROCm build: the header exists there, and the names
that the CUDA build declares are read from both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration
from porter.derive.headersets import HeaderSet, includes, rocm_arguments
from porter.derive.reader import Reader
from porter.derive.torch_moved import MOVED, moved_rows
from porter.derive.write import write_table
from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.tables.kinds import FILLED_TEXT, TEXTS, one_of
from porter.tables.names import HEADER_COLUMNS, NAME_COLUMNS, UNMAPPED_COLUMNS, NameKind
from porter.tables.toml import Rows, Shape, read

#: Folders of PyTorch's that hold what concerns CUDA.
_TREES = ("c10/cuda", "ATen/cuda", "ATen/native/cuda", "torch/csrc")
#: Headers to read names from; the others are device code or need what no wheel holds.
_READ = re.compile(r"(c10/cuda/(impl/)?|ATen/cuda/(detail/)?)[A-Z]\w+\.h")
_UNREAD = re.compile(r"Test|LazyNVRTC|nvrtc")
_INTERNAL = re.compile(r"\w*_ARGTYPES\w*|\w*_ARGS|AT_\w+_FORALL\w*|\w+_H_?")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NOWHERE = "/porter-pretended"
_REMOVED = Shape(
    needs={"reason": FILLED_TEXT},
    takes={
        "headers": TEXTS,
        "names": TEXTS,
        "kind": one_of(*(kind for kind in NameKind if kind is not NameKind.HEADER)),
    },
)
_TABLE = Shape({"removed": Rows(_REMOVED), "moved": Rows(MOVED)})


@dataclass(frozen=True)
class TorchBuilds:
    """Where the headers of the two builds are.

    Attributes:
        version: torch's version, such as `2.13.0`.
        installed: the headers of the build at hand, which carries CUDA's.
        rocm: the headers of the ROCm build that differ from them.
        defines: macros that ROCm's extension builder defines.
        std: the C++ standard.
    """

    version: str
    installed: Path
    rocm: Path
    defines: tuple[str, ...]
    std: str


def in_rocm(path: str) -> str:
    """Return where the ROCm build has a header of the CUDA build."""
    parts = path.split("/")
    folders = [re.sub(r"^cuda$", "hip", part) for part in parts[:-1]]
    return "/".join([*folders, parts[-1].replace("CUDA", "HIP").replace("cuda", "hip")])


def header_rows(builds: TorchBuilds) -> list[tuple[str, ...]]:
    """Return the rows of PyTorch's headers that the ROCm build has at another path."""
    rows: list[tuple[str, ...]] = []
    for tree in _TREES:
        for path in sorted((builds.installed / tree).rglob("*")):
            if path.suffix not in {".h", ".cuh", ".hpp"}:
                continue
            header = path.relative_to(builds.installed).as_posix()
            for hip in (in_rocm(header), header.replace("/cuda/", "/hip/")):
                if hip != header and (builds.rocm / hip).is_file():
                    rows.append((header, hip, "torch", "", f"torch={builds.version}"))
                    break
    return rows


def name_rows(
    builds: TorchBuilds, cuda: Path, rocm: HeaderSet, resources: ClangHeaders
) -> list[tuple[str, ...]]:
    """Return a row for each name that PyTorch's CUDA headers declare.

    Args:
        builds: PyTorch's headers.
        cuda: CUDA's include folder.
        rocm: ROCm's headers.
        resources: the headers of the compiler and the host.

    Raises:
        PorterError: if either build's headers do not parse.
    """
    headers = sorted(
        path.relative_to(builds.installed).as_posix()
        for path in builds.installed.rglob("*.h")
        if _READ.fullmatch(path.relative_to(builds.installed).as_posix())
        and not _UNREAD.search(path.name)
    )
    common = [f"-std={builds.std}", "-w", "-ferror-limit=0", *resources.arguments()]
    torch = [f"-I{builds.installed}", f"-I{builds.installed}/torch/csrc/api/include"]
    ours = Reader([builds.installed], builds.version, headers)
    ours.read(
        includes(headers),
        [*common, *torch, f"-I{_NOWHERE}", f"-I{cuda}"],
        "cpp",
        _generated(builds),
    )
    theirs = Reader([builds.rocm, builds.installed], builds.version)
    arguments = rocm_arguments(rocm, resources, device=False, arch="gfx942")
    theirs.read(
        includes([in_rocm(header) for header in headers]),
        [*arguments, *common, f"-I{builds.rocm}", *torch, *(f"-D{d}" for d in builds.defines)],
        "hip",
    )
    for reader in (ours, theirs):
        if reader.problems:
            raise PorterError(f"PyTorch's headers do not parse: {reader.problems[0]}")
    there = theirs.universe().declarations
    rows = []
    for name, declaration in ours.universe().declarations.items():
        if not _is_own(declaration):
            continue
        hip = name if name in there else _renamed(name)
        if hip in there:
            rows.append(_row(name, declaration, there[hip], builds.version))
    return rows


def write_torch(
    rules: Path,
    headers: Sequence[tuple[str, ...]],
    names: Sequence[tuple[str, ...]],
    builds: TorchBuilds,
) -> None:
    """Write the tables of PyTorch below `rules`.

    Args:
        rules: the folder `rules/`.
        headers: the rows of headers.
        names: the rows of names.
        builds: PyTorch's headers, against which removed headers are checked to be absent.
    """
    folder = rules / "torch-hip"
    document = read(folder / "irregular.toml", _TABLE)
    moved, renamed = moved_rows(document, builds.installed, builds.version, [*headers])
    write_table(folder / "headers.tsv", HEADER_COLUMNS, [*headers, *moved])
    write_table(folder / "names.tsv", NAME_COLUMNS, [*names, *renamed])
    write_table(folder / "unmapped.tsv", UNMAPPED_COLUMNS, removed_rows(folder, builds))


def removed_rows(folder: Path, builds: TorchBuilds) -> list[tuple[str, ...]]:
    """Return the rows of what PyTorch has removed, each held against the installed headers.

    Args:
        folder: where `irregular.toml` is.
        builds: PyTorch's headers.

    Raises:
        PorterError: PyTorch has one of them after all.
    """
    path = folder / "irregular.toml"
    document = read(path, _TABLE)
    words = _declared_words(builds.installed)
    rows: list[tuple[str, ...]] = []
    for group in document["removed"]:
        for header in group.get("headers", ()):
            if (builds.installed / header).exists():
                raise PorterError(
                    f"torch {builds.version} has {header}, which is called removed", path=path
                )
            rows.append((header, "header", "", "torch", header, group["reason"]))
        for name in group.get("names", ()):
            if name in words:
                raise PorterError(
                    f"torch {builds.version} has {name}, which is called removed", path=path
                )
            kind = group.get("kind", "function")
            rows.append((name, kind, "", "torch", "THC/THC.h", group["reason"]))
    return rows


def _declared_words(installed: Path) -> frozenset[str]:
    """Return every word of the headers that extensions include, but for comments' words."""
    words: set[str] = set()
    for tree in ("ATen", "c10", "torch/csrc/cuda"):
        for path in (installed / tree).rglob("*"):
            if path.suffix in {".h", ".cuh", ".hpp"}:
                text = read_regular_text(path, LARGEST_SOURCE, "replace")
                words.update(re.findall(r"\w+", _COMMENT.sub("", text)))
    return frozenset(words)


def _generated(builds: TorchBuilds) -> list[tuple[str, str]]:
    """Return the headers that PyTorch's build makes and no wheel without CUDA holds."""
    config = read_regular_text(builds.rocm / "ATen/cuda/CUDAConfig.h")
    return [
        (f"{_NOWHERE}/c10/cuda/impl/cuda_cmake_macros.h", "#pragma once\n"),
        (f"{_NOWHERE}/ATen/cuda/CUDAConfig.h", config),
    ]


def _is_own(declaration: Declaration) -> bool:
    """Whether a name is PyTorch's and for users."""
    return (
        declaration.file.startswith(("c10/cuda", "ATen/cuda"))
        and declaration.kind != "namespace"
        and not _INTERNAL.fullmatch(declaration.name)
        and not re.search(r"(^|::)(detail|impl)(::|$)", declaration.scope)
        and (declaration.kind != "macro" or bool(declaration.value))
        and not (not declaration.scope and re.match(r"cu[A-Z]|CU[a-z]|cuda", declaration.name))
    )


def _renamed(name: str) -> str:
    """Return a name as PyTorch's converter renames it: libraries only, namespaces stay."""
    scope, colons, last = name.rpartition("::")
    return scope + colons + re.sub(r"cu(?=solver|sparse|blas|fft|rand)", "hip", last)


def _row(name: str, cuda: Declaration, hip: Declaration, version: str) -> tuple[str, ...]:
    return (
        name,
        hip.qualified,
        cuda.kind,
        cuda.scope,
        hip.header,
        "",
        "",
        "",
        "",
        f"torch={version}",
        "",
    )
