"""Every function that a library defines takes what the vendors' headers say."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.execute.cpu.libraries.build import library_units
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.tables.names import load
from porter.toolchain.discovery import find

from .headers import prototypes

pytestmark = pytest.mark.toolchain

#: By library: HIP's and CUDA's headers, and how many functions there are at least.
HEADERS = {
    "blas": (["hipblas/hipblas.h"], ["cublas_api.h", "cublas.h", "cublasXt.h"], 1800, 600),
    "rand": (["hiprand/hiprand.h"], ["curand.h", "curand_mtgp32_host.h"], 20, 19),
    "fft": (["hipfft/hipfft.h", "hipfft/hipfftXt.h"], ["cufft.h", "cufftXt.h"], 39, 38),
    "solver": (
        [
            f"hipsolver/internal/hipsolver-{name}.h"
            for name in ("functions", "dense", "dense64", "sparse")
        ],
        ["cusolverDn.h", "cusolverSp.h", "cusolverMg.h", "cusolver_common.h"],
        450,
        365,
    ),
    "blaslt": (["hipblaslt/hipblaslt.h"], ["cublasLt.h"], 23, 33),
    "sparse": (["hipsparse/hipsparse.h"], ["cusparse.h"], 290, 200),
    "dnn": (
        ["miopen/miopen.h"],
        ["cudnn_graph.h", "cudnn_ops.h", "cudnn_cnn.h", "cudnn_adv.h"],
        115,
        120,
    ),
}

#: HIP's names that a ROCm after these headers declares.
NEWER = {row.hip.decode() for row in load().names.values() if row.known_in("6.4") is False}
#: What is looked at each time: one whose names are plain, and one whose are not.
QUICK = ("sparse", "solver")
#: What a library's names start with after the vendor's letters, where it is not the row's name.
STEMS = {"blaslt": "blasLt"}
#: Where HIP's names start otherwise.
HIP_STEMS = {"dnn": "miopen"}


def defined(library: str) -> str:
    """Return a library as the compiler sees it, without what it includes of others."""
    toolchain = find()
    row = next(one for one in vendor_libraries() if one.name == library)
    texts = []
    for unit in library_units(row, toolchain):
        command = [word if word != "-c" else "-E" for word in unit.command]
        done = subprocess.run([*command, "-P"], capture_output=True, text=True, check=True)
        own = done.stdout.rpartition("namespace porter::")[2]
        texts.append(own if 'extern "C"' in own else done.stdout)
    return "\n".join(texts)


@pytest.mark.parametrize(
    "library",
    [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in HEADERS],
)
def test_functions(library: str) -> None:
    toolchain = find()
    hip, cuda, least_hip, least_cuda = HEADERS[library]
    text = defined(library)
    folders = [toolchain.rocm_path / "include"]
    sides = [("hip", hip, folders, least_hip)]
    if toolchain.cuda_library_headers is not None:
        assert toolchain.parsable_cuda_path is not None
        folders = [toolchain.cuda_library_headers, toolchain.parsable_cuda_path / "include"]
        sides.append(("cu", cuda, folders, least_cuda))
    for prefix, headers, places, least in sides:
        stem = prefix + STEMS.get(library, library)
        stem = HIP_STEMS.get(library, stem) if prefix == "hip" else stem
        declared: dict[str, list[str]] = {}
        for header in headers:
            declared |= prototypes(_read(places, header), stem)
        made = prototypes(text, stem)
        refused = {name for name in made if not made[name] and declared.get(name)}
        assert len(refused) < 40  # they answer whatever they are given
        later = {name for name in made.keys() - declared.keys() if name in NEWER}
        made = {name: made[name] for name in made.keys() - refused - later}
        assert len(made) >= least
        assert {name: made[name] for name in made if made[name] != declared.get(name)} == {}


def test_rccls_functions() -> None:
    """RCCL has gathers and scatters of its own, NCCL's header is newer than that of ROCm's RCCL."""
    toolchain = find()
    folders = [toolchain.rocm_path / "include", *filter(None, [toolchain.cuda_library_headers])]
    declared, made = (
        prototypes(_read(folders, "rccl/rccl.h"), "nccl"),
        prototypes(defined("rccl"), "nccl"),
    )
    assert declared.keys() - made.keys() == set()
    if (toolchain.cuda_library_headers or Path()).joinpath("nccl.h").is_file():
        newer = prototypes(_read(folders, "nccl.h"), "nccl")
        assert newer.keys() - made.keys() == set()
        declared |= newer
        assert {name for name in made if made[name] != declared.get(name)} == set()


def _read(folders: list[Path], header: str) -> str:
    path = next(folder / header for folder in folders if (folder / header).is_file())
    return path.read_text(encoding="utf-8", errors="replace")
