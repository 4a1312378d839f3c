"""Stands in for the libraries for GPUs of a PyTorch that was built for CUDA.

`pip install torch` brings such a PyTorch on Linux. Its own library for CUDA would register kernels
that need an NVIDIA GPU for the tensors of the device, so it must not be loaded: libraries of the
same names are loaded first, and the dynamic loader takes these for it (a name that is loaded is not
searched again, ld.so(8)). PyTorch's other libraries refer to some 150 functions of it. Those that
the executor's library has are found there; each of the others throws an exception with its name
when it is called.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.model import Toolchain

#: Libraries of PyTorch's that only a build for CUDA has; the first holds all that is stood in for.
NAMES = ("libc10_cuda.so", "libtorch_cuda.so", "libtorch_nvshmem.so")
#: The library that calls them.
_CALLER = "libtorch_python.so"
#: What is called while PyTorch is loaded, and does nothing: its Python part leaves a function for a
#: thread that nobody starts, and makes the default of a parameter.
_AT_LOAD = {
    "_ZN4c10d15get_gil_checkerEv": """\
extern "C" void** gil_checker() __asm__("{name}");
void** gil_checker() {{ static void* left; return &left; }}
""",
    "_ZN4c10d16ProcessGroupNCCL7OptionsC1Eb": """\
extern "C" void options(void** made, bool) __asm__("{name}");
void options(void** made, bool) {{
  std::memset(made, 0, malloc_usable_size(made));
  *made = (void**)dlsym(RTLD_DEFAULT, "_ZTVN4c10d16ProcessGroupNCCL7OptionsE") + 2;
}}
""",
}
_DATA = frozenset("BDRVW")
#: Words enough for a table of virtual functions that nobody calls.
_TABLE_WORDS = 128

_HEAD = """\
#include <cxxabi.h>
#include <dlfcn.h>
#include <malloc.h>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

[[noreturn]] static void refuse(const char* mangled) {
  int status = 0;
  char* plain = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  const std::string name = plain == nullptr ? mangled : plain;
  std::free(plain);
  throw std::runtime_error("the cpu executor does not imitate PyTorch's " + name);
}
[[noreturn]] static void refuse_virtual() { refuse("a virtual function of a class for CUDA"); }
extern "C" const void* kClass[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
"""


def is_built_for_cuda(libraries: Path) -> bool:
    """Whether the PyTorch whose libraries lie in a folder was built for CUDA."""
    return any((libraries / name).is_file() for name in NAMES)


def stand_in_source(libraries: Path, offered: Path, toolchain: Toolchain) -> str:
    """Return a C++ source with all that PyTorch takes from its libraries for CUDA.

    Args:
        libraries: the folder of PyTorch's libraries.
        offered: the executor's library; what it defines is left out.
        toolchain: whose `llvm-nm` reads the names.

    Raises:
        PorterError: a library cannot be read.
    """
    wanted = _names(toolchain, libraries / _CALLER, "--undefined-only").keys()
    there: dict[str, str] = {}
    for path in filter(Path.is_file, (libraries / name for name in NAMES)):
        there |= _names(toolchain, path, "--defined-only")
    missing = (wanted & there.keys()) - _names(toolchain, offered, "--defined-only").keys()
    return _HEAD + "".join(_definitions(sorted((name, there[name]) for name in missing)))


def _definitions(symbols: Iterable[tuple[str, str]]) -> Iterator[str]:
    for number, (name, kind) in enumerate(symbols):
        if name.startswith("_ZTI"):  # pybind11 asks a class for its name
            yield (
                f'extern "C" const void* const type{number}[2] __asm__("{name}");\n'
                f'const void* const type{number}[2] = {{kClass + 2, "{name[4:]}"}};\n'
            )
        elif name in _AT_LOAD:
            yield _AT_LOAD[name].format(name=name)
        elif kind in _DATA:
            entries = ", ".join(["(const void*)&refuse_virtual"] * _TABLE_WORDS)
            yield (
                f'extern "C" const void* const data{number}[{_TABLE_WORDS}] __asm__("{name}");\n'
                f"const void* const data{number}[{_TABLE_WORDS}] = {{{entries}}};\n"
            )
        else:
            yield (
                f'extern "C" void function{number}() __asm__("{name}");\n'
                f'void function{number}() {{ refuse("{name}"); }}\n'
            )


def _names(toolchain: Toolchain, library: Path, which: str) -> dict[str, str]:
    """Return the names in a library's dynamic table, with nm's letter for the kind of each."""
    command = [str(toolchain.tool("llvm-nm")), "--dynamic", "--format=posix", which, str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PorterError(f"llvm-nm cannot read it: {done.stderr.strip()}", path=library)
    rows = (line.split() for line in done.stdout.splitlines())
    return {row[0].partition("@")[0]: row[1] for row in rows if len(row) > 1}
