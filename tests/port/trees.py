"""Small code bases, and ports of them."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult

CUDA = b"#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p);\n"
HIP = b"#include <hip/hip_runtime.h>\nhipError_t e = hipFree(p);\n"


def put(root: Path, **files: bytes) -> None:
    for name, data in files.items():
        path = root / name.replace("__", "/").replace("_cuh", ".cuh").replace("_cu", ".cu").replace(
            "_txt", ".txt"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def port(src: Path, out: Path, options: Options | None = None, **rest) -> TreeResult:
    return write_port([src], options or Options(), Destination(OutputMode.OUT, out), **rest)


def in_place(src: Path, options: Options | None = None, **rest) -> TreeResult:
    return write_port([src], options or Options(), Destination(OutputMode.IN_PLACE), **rest)


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".porter" not in path.parts
    }
