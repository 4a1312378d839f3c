"""The options of a conversion; the same for all files of a run."""

from __future__ import annotations

from typing import NamedTuple

#: ROCm assumed when none is installed and none is named.
DEFAULT_ROCM = (6, 4)
#: Compute capability that a port answers with where code chooses by NVIDIA's: that of the GPU whose
#: features HIP and the support headers have.
DEFAULT_CAPABILITY = (8, 0)


class Options(NamedTuple):
    """The choices that rules may depend on. Part of every cache key.

    Attributes:
        target: what CUDA becomes: `hip`, the target of a rule pack, or both, as `hip+ck_tile`.
        warp: `32` keeps CUDA's 32-lane meaning through the support header; `native` writes for
            the hardware's wavefront.
        launch: `cuda` keeps `<<<>>>`, `hip` writes `hipLaunchKernelGGL`.
        roc: keys of `porter.tables.names.ROC`, sorted: what becomes ROCm's own library (rocBLAS)
            and not the hip wrapper.
        gemm: `blas` gives cuBLAS's products to hipBLAS and hipBLASLt, `ck` those that it can to
            Composable Kernel.
        rename: give files and references HIP's suffixes.
        unsafe: apply the fixes that may change behaviour, too.
        rocm: (major, minor) of the ROCm that the port is for.
        capability: (major, minor) that the port counts as where code chooses by the compute
            capability of a device; None for what the AMD device answers itself.
        only: ids of the rules to apply; empty for all.
        skip: ids of the rules to leave out.
        include_dirs: folders on the include path (`-I`), relative to the project's root where
            they lie in it.
        defines: macros that are given (`-D`), as `NAME` or `NAME=VALUE`.
        dual: keep CUDA's side: what changes in C and C++ stands behind a gate, beside CUDA's text.
        left_out_targets: targets of CMake's that `--target` leaves out, sorted.
        left_out_folders: folders with a CMakeLists.txt that it leaves out, sorted.
        own_folder: what the converted folder is called, where its own build files name it so.
        severities: (rule, severity) of `[findings]` in porter.toml; `off` silences a rule.
    """

    target: str = "hip"
    warp: str = "32"
    launch: str = "cuda"
    roc: tuple[str, ...] = ()
    gemm: str = "blas"
    rename: bool = False
    unsafe: bool = False
    rocm: tuple[int, int] = DEFAULT_ROCM
    capability: tuple[int, int] | None = DEFAULT_CAPABILITY
    only: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    dual: bool = False
    left_out_targets: tuple[str, ...] = ()
    left_out_folders: tuple[str, ...] = ()
    own_folder: str = ""
    severities: tuple[tuple[str, str], ...] = ()
