"""Lists the available compilers, headers and GPUs, and what each missing part would enable."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.python.syntax import parse_python
from porter.toolchain import cuda, discovery, rocm
from porter.toolchain.architectures import clang_for
from porter.toolchain.composable_kernel import composable_kernel
from porter.toolchain.gpus import amd_gpus, nvidia_gpus
from porter.toolchain.home import Prefix
from porter.toolchain.manifest import read_manifest

_INSTALL = "porter toolchain install"


@dataclass(frozen=True)
class Part:
    """One thing a port may need.

    Args:
        name: what it is.
        found: whether it is there.
        version: its version; several are joined by ", ".
        path: where; empty for hardware.
        enables: what is possible with it.
        remedy: how to get it when it is missing; empty when porter cannot supply it.
    """

    name: str
    found: bool
    version: str
    path: str
    enables: str
    remedy: str = ""


def take_stock(prefix: Prefix) -> list[Part]:
    """Return every part, found or not."""
    parts = [*_compilers(prefix), *_rocm(prefix), _ck(prefix), *_cuda(prefix), *_gpus()]
    return [*parts, _torch(), _peer(prefix)]


def _compilers(prefix: Prefix) -> Iterator[Part]:
    hipcc = _program("hipcc", [root / "bin" / "hipcc" for root in rocm.rocm_roots()])
    version = _version(r"HIP version: (\S+)", hipcc, "--version") if hipcc else ""
    yield Part("hipcc", bool(hipcc), version, hipcc, "linking programs for AMD GPUs")

    compiler = next(discovery.compilers(prefix), None)
    refusal = _refusal(compiler.clang) if compiler else ""
    yield Part(
        "clang (amdgcn)", compiler is not None and not refusal,
        compiler.version if compiler else "", str(compiler.clang) if compiler else "",
        "compiling a port for AMD GPUs, and running it on the CPU",
        f"install what it lacks: {refusal}" if refusal else f"{_INSTALL} compiler",
    )  # fmt: skip
    lld = compiler.bin / f"ld.lld{compiler.suffix}" if compiler else None
    found = lld is not None and lld.exists()
    yield Part(
        "lld", found, compiler.version if found and compiler else "", str(lld) if found else "",
        "linking device code", f"{_INSTALL} compiler",
    )  # fmt: skip
    newer = next((c for c in discovery.compilers(prefix) if c.major >= clang_for("gfx950")), None)
    yield Part(
        "clang for gfx950", newer is not None, newer.version if newer else "",
        str(newer.clang) if newer else "", "compiling a port for gfx950",
        f"{_INSTALL} compiler-22",
    )  # fmt: skip
    dirs = discovery.llvm_headers(prefix, compiler.version) if compiler else ()
    yield Part(
        "LLVM headers", bool(dirs), compiler.version if dirs and compiler else "",
        str(dirs[0]) if dirs else "", "building the executor that runs device code on the CPU",
        f"{_INSTALL} llvm-dev",
    )  # fmt: skip


def _refusal(clang: Path) -> str:
    """Return why a compiler does not start, such as a library of the system's; empty if it does."""
    try:
        done = _ran(str(clang), "--version")
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else next(iter(said), f"exit status {done.returncode}")


def _rocm(prefix: Prefix) -> Iterator[Part]:
    found = next(rocm.headers(prefix), None)
    yield Part(
        "ROCm headers", found is not None, found.version if found else "",
        str(found.root / "include") if found else "", "type-checking a port", f"{_INSTALL} rocm",
    )  # fmt: skip
    bitcode = next(rocm.device_libraries(prefix), None)
    yield Part(
        "ROCm device libraries", bitcode is not None, "", str(bitcode or ""),
        "device code: mathematics, atomics, wave functions", f"{_INSTALL} rocm",
    )  # fmt: skip


def _ck(prefix: Prefix) -> Part:
    root = composable_kernel(prefix)
    manifest = read_manifest(root) if root is not None and root == prefix.component("ck") else None
    version = f"of {manifest.artifacts[0].name} {manifest.artifacts[0].version}" if manifest else ""
    return Part(
        "Composable Kernel", root is not None, version, str(root or ""),
        "operators that `porter new ck` writes", f"{_INSTALL} ck",
    )  # fmt: skip


def _cuda(prefix: Prefix) -> Iterator[Part]:
    nvcc = _program("nvcc", [root / "bin" / "nvcc" for root in cuda.cuda_roots()])
    version = _version(r"release (\S+),", nvcc, "--version") if nvcc else ""
    yield Part("nvcc", bool(nvcc), version, nvcc, "building the CUDA side of a comparison")
    root = next(cuda.cuda_headers(prefix), None)
    yield Part(
        "CUDA headers", root is not None, cuda.cuda_version(root) if root else "",
        str(root / "include") if root else "", "deriving the tables", f"{_INSTALL} cuda-headers",
    )  # fmt: skip
    root = cuda.parsable_cuda(prefix)
    yield Part(
        "CUDA headers for clang", root is not None, cuda.cuda_version(root) if root else "",
        str(root / "include") if root else "", "rules that need types",
        f"{_INSTALL} cuda-headers",
    )  # fmt: skip


def _gpus() -> Iterator[Part]:
    for vendor, gpus in (("AMD", amd_gpus()), ("NVIDIA", [*map(str, nvidia_gpus())])):
        runs = "the port" if vendor == "AMD" else "the CUDA original, and recording its results"
        yield Part(f"GPU ({vendor})", bool(gpus), ", ".join(gpus), "", f"running {runs}")


def _torch() -> Part:
    enables = "building and comparing PyTorch extensions"
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return Part("torch", False, "", "", enables, "pip install torch")
    root = Path(spec.origin).parent
    return Part("torch", True, torch_version(root), str(root), enables)


def _peer(prefix: Prefix) -> Part:
    path = discovery.hipify_perl(prefix)
    enables = "comparing porter with hipify-perl"
    return Part("hipify-perl", path is not None, "", str(path or ""), enables, f"{_INSTALL} peers")


def torch_version(root: Path) -> str:
    """Return torch's version and back end, such as "2.9.1 (hip 6.4)"."""
    values = torch_values(root)
    backend = next((f"{name} {values[name]}" for name in ("hip", "cuda") if values.get(name)), "")
    return f"{values.get('__version__', '')} ({backend or 'CPU'})"


def torch_values(root: Path) -> dict[str, object]:
    """Return what `torch/version.py` assigns, read without importing torch (which is slow)."""
    values: dict[str, object] = {}
    path = root / "version.py"
    try:
        tree = parse_python(read_regular(path))
    except (OSError, SyntaxError):
        return values
    for node in tree.body:
        target, value = None, None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign):
            target, value = node.target, node.value
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
            values[target.id] = value.value
    return values


def _program(name: str, candidates: list[Path]) -> str:
    for path in candidates:
        if path.is_file():
            return str(path)
    return shutil.which(name) or ""


def _ran(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)


def _version(pattern: str, program: str, *arguments: str) -> str:
    try:
        done = _ran(program, *arguments)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(pattern, done.stdout)
    return match[1] if match else ""
