"""ROCm's libraries and their CUDA counterparts: `rules/cuda-hip/libraries.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from porter.tables.kinds import TEXTS, Kind, one_of
from porter.tables.names import ROC, rules_folder
from porter.tables.toml import Named, Shape, by_name, read, record

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
_WITHOUT = re.compile(
    r"nvjpeg\w*|npp\w+|cupti|cufile|nvptxcompiler\w*|nvjitlink\w*|nvJitLink\w*"
    r"|cutensor\w*|nvshmem\w*|cufftw\w*|cuinj64|nvgraph|nvblas|cusparse[Ll]t|nvinfer\w*"
    r"|nvfatbin\w*|cudla|cudss\w*|nvvm|nvcomp\w*|nvtiff\w*|cu(?:blas|fft|solver|tensor)M[gp]"
)
_LIBRARY = Shape(
    needs={
        "headers": TEXTS,
        "cmake": Kind(
            "a CMake package and its target, or empty",
            lambda value: TEXTS.fits(value) and len(value) in (0, 2),
        ),
        "cuda": TEXTS,
    },
    takes={"option": one_of(*ROC), "needs": TEXTS},
)


@dataclass(frozen=True)
class Library:
    """A library of ROCm's.

    Args:
        name: what the linker calls it.
        headers: what includes of it start with.
        package: its CMake package; empty when every HIP program has it.
        target: the target of that package.
        cuda: what the libraries of CUDA's are called that it stands for.
        option: the key of `porter.tables.names.ROC` that chooses it; empty when none has to.
        needs: what else a program links that names it by a flag.
    """

    name: str
    headers: tuple[str, ...]
    package: str
    target: str
    cuda: tuple[str, ...]
    option: str = ""
    needs: tuple[str, ...] = ()

    def flags(self) -> str:
        """Return what a linker is given for it: `-lrocsolver -lrocblas`."""
        return " ".join(f"-l{name}" for name in (self.name, *self.needs))


@lru_cache(maxsize=1)
def libraries() -> tuple[Library, ...]:
    """Return all of them, in the order of the table.

    Raises:
        PorterError: the table is damaged.
    """
    path = rules_folder() / "cuda-hip" / "libraries.toml"
    found = tuple(_library(name, row) for name, row in read(path, Named(_LIBRARY)).items())
    for option in ("", *ROC):  # one library for each of CUDA's, whatever is chosen
        by_name(path, ((one.cuda, one) for one in found if one.option == option))
    return found


def _library(name: str, row: Mapping[str, Any]) -> Library:
    package, target = row["cmake"] or ("", "")
    return record(Library, row, name=name, package=package, target=target)


def of_sources(texts: Iterable[bytes]) -> tuple[Library, ...]:
    """Return the libraries whose headers converted sources include.

    Args:
        texts: sources, HIP already.
    """
    names = {name.decode("utf-8", "replace") for text in texts for name in _INCLUDE.findall(text)}
    return tuple(
        library
        for library in libraries()
        if any(name.startswith(library.headers) for name in names if library.headers)
    )


def is_nvidias_own(name: str) -> bool:
    """Tell whether `name` is a library of NVIDIA's that ROCm has nothing for."""
    return _WITHOUT.fullmatch(name) is not None


@lru_cache(maxsize=16)
def by_cudas_name(roc: tuple[str, ...] = ()) -> dict[str, Library]:
    """Return the libraries by what CUDA's are called: `cublas`.

    Args:
        roc: what becomes ROCm's own library, as in `porter.options.Options`.
    """
    return {
        name: library
        for library in libraries()
        for name in library.cuda
        if not library.option or library.option in roc
    }


#: Libraries of CUDA's that ROCm needs no counterpart of.
NOT_NEEDED = frozenset({"cudadevrt", "culibos", "cudart_static_deps", "nvptxcompiler_static"})
#: HIP's runtime, as the table has it.
RUNTIME_LIBRARY = "amdhip64"
#: What HIP's runtime is called by CMake; every HIP program has it.
RUNTIME_TARGET = "hip::host"
