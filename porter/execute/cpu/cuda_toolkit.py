"""Answers build systems that look for a CUDA toolkit, for `porter-nvcc`.

CMake's language CUDA (modules CMakeDetermineCUDACompiler and FindCUDAToolkit) runs `nvcc -v`, takes
the toolkit's root, headers and libraries from lines that begin with "#$", and the program that
links from the line that names the libraries.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.dialects import cuda_path
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.files.digests import digest_of
from porter.toolchain.cuda import STAND_IN, cuda_version

#: Libraries that builds link by name; the executor's runtime is all of them.
_LIBRARIES = (
    "libcudart.so", "libcudart_static.a", "libcuda.so", "libnvrtc.so", "libnvToolsExt.so",
)  # fmt: skip
#: The folder of OpenMP's runtime, for programs that another compiler links.
OPENMP = "openmp"
_OPENMP_NAME = "libomp.so.5"
#: Device code that calls the runtime has nothing to link here.
_EMPTY_LIBRARY = "libcudadevrt.a"
#: The source by which CMake tells compilers apart.
_CMAKE_IDENTIFICATION = "CMakeCUDACompilerId.cu"


def toolkit(compiler: Compiler) -> Path:
    """Return the root of a toolkit: CUDA's headers, and libraries that are the executor's runtime.

    The libraries are linker scripts, in `lib64`; what device code would link is an empty archive.
    Headers are links, so a toolkit is named for where they lead: another checkout or toolchain that
    shares the native parts has its own, which stays when the first is removed.
    """
    native = compiler.native
    headers = compiler.dialect.host_includes()
    openmp = compiler.linker.openmp_library
    origins = digest_of("\n".join(map(str, (*headers, openmp))).encode())[:16]
    root = native.root / f"cuda-toolkit-{origins}"
    if not root.is_dir():
        with tempfile.TemporaryDirectory(dir=native.root) as directory:
            made = Path(directory) / root.name
            (made / "lib64").mkdir(parents=True)
            (made / "nvvm").symlink_to(cuda_path(compiler.toolchain) / "nvvm")
            _link_headers(headers, made / "include")
            for library in vendor_libraries():
                script = f'INPUT("{library.path(native)}")\n'
                for name in library.links:
                    if name.startswith(("cu", "nccl")):
                        suffix = "a" if name.endswith("_static") else "so"
                        (made / "lib64" / f"lib{name}.{suffix}").write_text(script)
            (made / OPENMP).mkdir()
            if openmp.is_file():
                (made / OPENMP / _OPENMP_NAME).symlink_to(openmp)
            for name in _LIBRARIES:
                script = f'INPUT("{native.cuda_runtime}" "{native.runtime}")\n'
                # A linker that is not clang's is not told of it, and of GCC's at most.
                script += f'INPUT(AS_NEEDED("{openmp}"))\n' if openmp.is_file() else ""
                (made / "lib64" / name).write_text(script, encoding="utf-8")
            (made / "lib64" / _EMPTY_LIBRARY).write_text("!<arch>\n", encoding="utf-8")
            with suppress(OSError):  # another process was faster
                made.rename(root)
    return root


def _link_headers(folders: Iterable[Path], include: Path) -> None:
    """Link headers into one folder; the second of a name goes where the first finds it."""
    beneath = include / "beneath"
    beneath.mkdir(parents=True)
    for folder in folders:
        for path in folder.iterdir():
            place = include if not (include / path.name).is_symlink() else beneath
            with suppress(FileExistsError):
                (place / path.name).symlink_to(path)


def describe(compiler: Compiler) -> str:
    """Describe the toolkit in the lines of `nvcc -v`: the one that nvcc is in, where it is."""
    program = shutil.which(sys.argv[0]) or sys.argv[0]
    around = Path(program).absolute().parent.parent  # CMake looks for nvcc in what is named here
    root = around if (around / STAND_IN).is_file() else toolkit(compiler)
    arch = compiler.architecture.name
    libraries = f'-L"{root / "lib64"}"'  # quoted as clang's lines are not
    lines = [
        f"TOP={root}",
        f"NVVMIR_LIBRARY_DIR={root / 'nvvm' / 'libdevice'}",
        f"PATH={Path(program).absolute().parent}:",
        f'INCLUDES="-I{root / "include"}"',
        f"LIBRARIES=  {libraries}",
        f"device code for the cpu executor: -arch compute_{arch.removeprefix('sm_')}",
        f'"{Path(program).absolute()}" {libraries} -lcudadevrt -lcudart_static -lrt -lpthread -ldl',
    ]
    return "\n".join(f"#$ {line}" for line in lines)


def identifying_flags(source: Path, compiler: Compiler) -> list[str]:
    """Return the macros by which CMake knows nvcc, for the one source that asks for them.

    There they are asked for before any header is read. Elsewhere porter_cuda.h defines them.
    """
    if source.name != _CMAKE_IDENTIFICATION:
        return []
    major, minor = cuda_version(cuda_path(compiler.toolchain)).split(".")
    return ["-D__NVCC__", f"-D__CUDACC_VER_MAJOR__={major}", f"-D__CUDACC_VER_MINOR__={minor}",
            "-D__CUDACC_VER_BUILD__=0"]  # fmt: skip
