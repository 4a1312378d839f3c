"""Compiles this project's kernels with PyTorch for ROCm, and converts nothing on the way.

`torch.utils.cpp_extension.CUDAExtension` of a PyTorch for ROCm runs PyTorch's own
converter over every source first. The sources here are HIP already. So the extension is described
as a plain one, with PyTorch's and ROCm's folders and libraries: `BuildExtension` itself converts
nothing. It compiles .cu and .hip files with hipcc for the architectures in PYTORCH_ROCM_ARCH (by
default those of the GPUs that it sees) and the others with the C++ compiler. Flags that only nvcc
knows are left out, and standards of C++ that PyTorch's headers no longer take; those that change
results are given in clang's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import torch
from setuptools import Extension
from torch.utils import cpp_extension

_NVCC_ONLY = {
    "--generate-dependencies",
    "-M",
    "--generate-nonsystem-dependencies",
    "-MM",
    "--cubin",
    "-cubin",
    "--fatbin",
    "-fatbin",
    "--device-c",
    "-dc",
    "--relocatable-device-code",
    "-rdc",
    "--fdevice-syntax-only",
    "-fdevice-syntax-only",
    "--ftz",
    "-ftz",
    "--fmad",
    "-fmad",
    "--default-stream",
    "-default-stream",
    "--expt-relaxed-constexpr",
    "-expt-relaxed-constexpr",
    "--expt-extended-lambda",
    "-expt-extended-lambda",
    "--extended-lambda",
    "-extended-lambda",
    "--link",
    "-link",
    "--objdir-as-tempdir",
    "-objtemp",
    "--allow-unsupported-compiler",
    "-allow-unsupported-compiler",
    "--cudart",
    "-cudart",
    "--cudadevrt",
    "-cudadevrt",
    "--use-local-env",
    "-use-local-env",
    "--force-cl-env-setup",
    "-force-cl-env-setup",
    "--forward-slash-prefix-opts",
    "-forward-slash-prefix-opts",
    "--dlink-time-opt",
    "-dlto",
    "--lto",
    "-lto",
    "--gen-opt-lto",
    "-gen-opt-lto",
    "--no-host-device-initializer-list",
    "-nohdinitlist",
    "--no-host-device-move-forward",
    "-nohdmoveforward",
    "--static-global-template-stub",
    "-static-global-template-stub",
    "--device-entity-has-hidden-visibility",
    "-device-entity-has-hidden-visibility",
    "--forward-unknown-to-host-compiler",
    "-forward-unknown-to-host-compiler",
    "--forward-unknown-to-host-linker",
    "-forward-unknown-to-host-linker",
    "--forward-unknown-opts",
    "-forward-unknown-opts",
    "--dont-use-profile",
    "-noprof",
    "--jobserver",
    "-jobserver",
    "--no-align-double",
    "--no-device-link",
    "-nodlink",
    "--extra-device-vectorization",
    "-extra-device-vectorization",
    "--keep-device-functions",
    "-keep-device-functions",
    "--source-in-ptx",
    "-src-in-ptx",
    "--restrict",
    "-restrict",
    "--Wdefault-stream-launch",
    "-Wdefault-stream-launch",
    "--Wmissing-launch-bounds",
    "-Wmissing-launch-bounds",
    "--Wext-lambda-captures-this",
    "-Wext-lambda-captures-this",
    "--Wno-deprecated-gpu-targets",
    "-Wno-deprecated-gpu-targets",
    "--extensible-whole-program",
    "-ewp",
    "--no-compress",
    "-no-compress",
    "--display-error-number",
    "-err-no",
    "--no-display-error-number",
    "-no-err-no",
    "--brief-diagnostics",
    "-brief-diag",
    "--host-linker-script",
    "-hls",
    "--augment-host-linker-script",
    "-aug-hls",
    "--relocatable-ptx",
    "-reloc-ptx",
    "--compile-as-tools-patch",
    "-astoolspatch",
    "--use_fast_math",
    "-use_fast_math",
    "--prec-div",
    "-prec-div",
    "--prec-sqrt",
    "-prec-sqrt",
    "--device-emulation",
    "-deviceemu",
    "--ptx",
    "-ptx",
    "--cuda",
    "-cuda",
    "--optix-ir",
    "-optix-ir",
    "--ltoir",
    "-ltoir",
    "--device-w",
    "-dw",
    "--device-link",
    "-dlink",
    "--run",
    "-run",
    "--clean-targets",
    "-clean",
    "--list-gpu-code",
    "-code-ls",
    "--list-gpu-arch",
    "-arch-ls",
    "--device-stack-protector",
    "-device-stack-protector",
}
_NVCC_ONLY_WITH_VALUE = {
    "--gpu-architecture",
    "-arch",
    "--gpu-code",
    "-code",
    "--gpu-name",
    "-gpu-name",
    "--cuda-gpu-arch",
    "--generate-code",
    "-gencode",
    "--compiler-bindir",
    "-ccbin",
    "--archiver-binary",
    "-arbin",
    "--libdevice-directory",
    "-ldir",
    "--target-directory",
    "-target-dir",
    "--optimization-info",
    "-opt-info",
    "--Ofast-compile",
    "-Ofc",
    "--dopt",
    "-dopt",
    "--ptxas-options",
    "-Xptxas",
    "--nvlink-options",
    "-Xnvlink",
    "--cudafe-options",
    "-Xcudafe",
    "--fatbin-options",
    "-Xfatbin",
    "--cicc-options",
    "-Xcicc",
    "--opencc-options",
    "-Xopencc",
    "-Xcuda-ptxas",
    "--host-compilation",
    "-host-compilation",
    "--archive-options",
    "-Xarchive",
    "--threads",
    "-t",
    "--split-compile",
    "-split-compile",
    "--split-compile-extended",
    "-split-compile-extended",
    "--keep-dir",
    "-keep-dir",
    "--time",
    "-time",
    "--input-drive-prefix",
    "-idp",
    "--dependency-drive-prefix",
    "-ddp",
    "--drive-prefix",
    "-dp",
    "--entries",
    "-e",
    "--compress-mode",
    "-compress-mode",
    "--qpp-config",
    "-qpp-config",
    "--diag-error",
    "-diag-error",
    "--diag-suppress",
    "-diag-suppress",
    "--diag-warn",
    "-diag-warn",
    "--jump-table-density",
    "-jtd",
    "--maxrregcount",
    "-maxrregcount",
    "--run-args",
    "-run-args",
    "--output-directory",
    "-odir",
    "--sanitize",
    "-sanitize",
    "--options-file",
    "-optf",
}
_IN_CLANGS_WORDS = {
    "--help": "--help",
    "-h": "--help",
    "--version": "--version",
    "-V": "--version",
    "--export-dynamic": "-rdynamic",
    "-export-dynamic": "-rdynamic",
    "--machine": "-m64",
    "-m": "-m64",
    "--relocatable-device-code=false": "-fno-gpu-rdc",
    "-rdc=false": "-fno-gpu-rdc",
    "--lib": "--emit-static-lib",
    "-lib": "--emit-static-lib",
    "--generate-line-info": "-gline-tables-only",
    "-lineinfo": "-gline-tables-only",
    "--device-debug": "-g",
    "-G": "-g",
    "--no-exceptions": "-fno-exceptions",
    "-noeh": "-fno-exceptions",
    "--dryrun": "-###",
    "-dryrun": "-###",
    "--keep": "-save-temps",
    "-keep": "-save-temps",
    "--ftz=true": "-fgpu-flush-denormals-to-zero",
    "-ftz=true": "-fgpu-flush-denormals-to-zero",
    "--fmad=false": "-ffp-contract=off",
    "-fmad=false": "-ffp-contract=off",
    "--default-stream=per-thread": "-fgpu-default-stream=per-thread",
    "-default-stream=per-thread": "-fgpu-default-stream=per-thread",
    "--resource-usage": "-Rpass-analysis=kernel-resource-usage",
    "-res-usage": "-Rpass-analysis=kernel-resource-usage",
    "--Werror=all-warnings": "-Werror",
    "--Werror=reorder": "-Werror=reorder",
    "--Werror=deprecated-declarations": "-Werror=deprecated-declarations",
    "-Werror=all-warnings": "-Werror",
    "-Werror=reorder": "-Werror=reorder",
    "-Werror=deprecated-declarations": "-Werror=deprecated-declarations",
}
_LIBRARIES = {
    "cublas": "hipblas",
    "cublas_static": "hipblas",
    "cublasLt": "hipblaslt",
    "cublasLt_static": "hipblaslt",
    "cufft": "hipfft",
    "cufft_static": "hipfft",
    "cufft_static_nocallback": "hipfft",
    "curand": "hiprand",
    "curand_static": "hiprand",
    "cusolver": "hipsolver",
    "cusolver_static": "hipsolver",
    "cusparse": "hipsparse",
    "cusparse_static": "hipsparse",
    "nccl": "rccl",
    "nccl_static": "rccl",
    "cudnn": "MIOpen",
    "nvrtc": "hiprtc",
    "nvrtc_static": "hiprtc",
    "cuda": "amdhip64",
    "cudart": "amdhip64",
    "cudart_static": "amdhip64",
    "cuda_driver": "amdhip64",
    "nvToolsExt": "roctx64",
    "nvtx3": "roctx64",
    "nvidia-ml": "amd_smi",
    "nvml": "amd_smi",
}
# PyTorch's headers refuse these since 2.1; without one `BuildExtension` takes PyTorch's own.
_TOO_OLD = {"-std=c++11", "-std=c++14", "-std=c++0x", "-std=c++1y"}
# nvcc takes a write through a pointer for one to any type and warns about numbers that narrow in
# braces, and so does clang with these.
_AS_NVCC = ("-fno-strict-aliasing", "-Wno-error=c++11-narrowing")


def HIPExtension(name: str, sources: Iterable[str], **options) -> Extension:  # noqa: N802
    """Describe an extension; the arguments are those of `CUDAExtension`.

    Raises:
        RuntimeError: this PyTorch is not built for ROCm.
    """
    if torch.version.hip is None:
        raise RuntimeError(
            f"PyTorch {torch.__version__} is not built for ROCm; install one that is (pytorch.org), "
            "and build without isolation: pip install --no-build-isolation ."
        )
    flags = options.get("extra_compile_args") or {}
    if not isinstance(flags, dict):
        flags = {"cxx": list(flags), "nvcc": list(flags)}
    options["extra_compile_args"] = {
        **flags,
        "cxx": [flag for flag in flags.get("cxx", []) if flag not in _TOO_OLD],
        "nvcc": [*_AS_NVCC, *_for_clang(flags.get("nvcc", []))],
    }
    # Older releases take a bool here, newer ones the device's name; "cuda" is ROCm's, too.
    options["include_dirs"] = [
        *map(str, options.get("include_dirs") or []),
        *cpp_extension.include_paths("cuda"),
    ]
    options["library_dirs"] = [
        *map(str, options.get("library_dirs") or []),
        *cpp_extension.library_paths("cuda"),
    ]
    own = [_LIBRARIES.get(library, library) for library in options.get("libraries") or []]
    pytorch = ["c10", "torch", "torch_cpu", "torch_python", "amdhip64", "c10_hip", "torch_hip"]
    options["libraries"] = [*dict.fromkeys((*own, *pytorch))]
    options["language"] = "c++"
    options.pop("dlink", None)
    return Extension(name, [str(source) for source in sources], **options)


def _for_clang(flags: Iterable[str]) -> Iterator[str]:
    """Yield the flags that hipcc takes."""
    rest = iter(flags)
    for flag in rest:
        name, equals, value = flag.partition("=")
        if flag in _TOO_OLD:
            continue
        if flag in _IN_CLANGS_WORDS:
            yield _IN_CLANGS_WORDS[flag]
        elif name in ("-Xcompiler", "--compiler-options"):
            yield from (value if equals else next(rest, "")).strip("\"'").replace(",", " ").split()
        elif name in _NVCC_ONLY_WITH_VALUE:
            if not equals:
                next(rest, None)
        elif name not in _NVCC_ONLY:
            yield flag
