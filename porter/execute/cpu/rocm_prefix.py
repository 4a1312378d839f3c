"""A folder laid out as a ROCm installation, with the executor's compilers and runtime.

Make finds `bin/hipcc`, `include` and `lib/libamdhip64.so` in it, CMake its packages. Source: the
folders of a ROCm that is installed in /opt/rocm.
"""

from __future__ import annotations

import hashlib
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.rocm_tools import rocm_tools
from porter.files.home import home_folder
from porter.processes.child_python import python
from porter.tables.libraries import libraries
from porter.toolchain.rocm import STAND_IN_MARK
from porter.toolchain.stand_in_headers import stand_in_headers

_PACKAGES = Path(__file__).parent / "cmake_prefix"
#: Program -> the function of `compiler_wrappers` that runs it.
_PROGRAMS = {
    "bin/hipcc": "hipcc",
    "bin/clang++": "clang",
    "bin/amdclang++": "clang",
    "llvm/bin/clang++": "clang",
}
#: Libraries that builds link by name; the executor's runtime is all of them.
_LIBRARIES = ("libamdhip64.so", "libhiprtc.so", "libroctx64.so", "libamd_smi.so")
#: Libraries that are headers alone -> their targets.
_HEADER_ONLY = {
    "hipcub": ("hip::hipcub",),
    "rocprim": ("roc::rocprim", "roc::rocprim_hip"),
    "rocthrust": ("roc::rocthrust",),
}
_OFFERED = {"hiprtc": ("hiprtc::hiprtc",), "amd_smi": ("amd_smi",), **_HEADER_ONLY}
_OFFERED_PACKAGE = """\
# find_package({name}): what porter's cpu executor offers with HIP itself.
include(CMakeFindDependencyMacro)
find_dependency(hip CONFIG PATHS "${{CMAKE_CURRENT_LIST_DIR}}/../hip" NO_DEFAULT_PATH)
set(_porter_targets {targets})
foreach(_porter_target ${{_porter_targets}})
  if(NOT TARGET ${{_porter_target}})
    add_library(${{_porter_target}} INTERFACE IMPORTED)
    set_target_properties(${{_porter_target}} PROPERTIES INTERFACE_LINK_LIBRARIES hip::host)
  endif()
endforeach()
unset(_porter_target)
list(GET _porter_targets 0 {name}_LIBRARIES)
unset(_porter_targets)
"""
#: The library is built when a project first looks for it.
_LIBRARY_PACKAGE = """\
# find_package({name}) for builds with porter's cpu executor.
include(CMakeFindDependencyMacro)
find_dependency(hip CONFIG PATHS "${{CMAKE_CURRENT_LIST_DIR}}/../hip" NO_DEFAULT_PATH)
if(NOT TARGET {target})
  execute_process(
    COMMAND "${{CMAKE_CURRENT_LIST_DIR}}/../../../bin/hipcc" -print-library={library}
    OUTPUT_VARIABLE _porter_library
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_VARIABLE _porter_reason
    RESULT_VARIABLE _porter_status)
  if(NOT _porter_status EQUAL 0)
    set({name}_FOUND FALSE)
    set({name}_NOT_FOUND_MESSAGE "${{_porter_reason}}")
    return()
  endif()
  add_library({target} INTERFACE IMPORTED)
  set_target_properties({target} PROPERTIES
    INTERFACE_LINK_LIBRARIES "${{_porter_library}};hip::host")
endif()
set({name}_LIBRARIES {target})
"""
#: What ROCm's own packages set beside.
_VARIABLES = """\
get_filename_component({name}_INCLUDE_DIR "${{CMAKE_CURRENT_LIST_DIR}}/../../../include" ABSOLUTE)
set({name}_INCLUDE_DIRS "${{{name}_INCLUDE_DIR}}")
"""
_MISSING_PACKAGE = """\
set({name}_FOUND FALSE)
set({name}_NOT_FOUND_MESSAGE "porter's cpu executor does not offer {name}: build with ROCm")
"""


def rocm_prefix(compiler: Compiler) -> Path:
    """Return the folder, which is made when it is not there yet."""
    native = compiler.native
    texts = dict(_texts(compiler))
    digest = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:8]
    root = native.root / f"rocm-{digest}"
    if not root.is_dir():
        with tempfile.TemporaryDirectory(dir=native.root) as directory:
            made = Path(directory) / root.name
            for name, text in texts.items():
                path = made / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                if text.startswith("#!"):
                    path.chmod(0o755)
            _link_headers(compiler.toolchain.rocm_path / "include", made / "include")
            with suppress(OSError):  # another process was faster
                made.rename(root)
    return root


def _link_headers(installed: Path, include: Path) -> None:
    """Fill the folder of headers with ROCm's."""
    include.mkdir(exist_ok=True)
    for entry in sorted(installed.iterdir()):
        (include / entry.name).symlink_to(entry)


def _version_files(installed: Path) -> Iterator[tuple[str, str]]:
    """Yield what `find_package(hip 6.0)` asks for the version: ROCm's own, beside our packages."""
    names = {"hip", "hip-lang", *_OFFERED, *(one.package for one in libraries() if one.package)}
    for folder in ("lib", "lib/*", "share"):
        for path in sorted(installed.glob(f"{folder}/cmake/*/*-config-version.cmake")):
            name = path.parent.name
            if name in names and path.name == f"{name}-config-version.cmake":
                yield f"lib/cmake/{name}/{path.name}", path.read_text(encoding="utf-8")


def _texts(compiler: Compiler) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    package = shlex.quote(str(Path(__file__).parents[3]))
    # A Makefile that assigns HOME hands that to its commands.
    home = f'export PORTER_HOME="${{PORTER_HOME:-{home_folder()}}}"'
    for name, function in _PROGRAMS.items():
        code = f"from porter.execute.cpu.compiler_wrappers import {function}; {function}()"
        yield (
            name,
            f'#!/bin/sh\nexport PYTHONPATH={package}"${{PYTHONPATH:+:$PYTHONPATH}}"\n'
            f'{home}\nexec {shlex.join(python("-c", code))} "$@"\n',
        )
    yield from rocm_tools(compiler.toolchain.rocm_version, compiler.architecture.name)
    yield STAND_IN_MARK, ""
    for folder in stand_in_headers(compiler.toolchain):
        for path in sorted(folder.rglob("*.h")):
            yield f"include/{path.relative_to(folder).as_posix()}", path.read_text("utf-8")
    for name in _LIBRARIES:
        yield f"lib/{name}", f'INPUT("{compiler.native.runtime}")\n'
    for path in sorted(_PACKAGES.rglob("*.cmake")):
        yield path.relative_to(_PACKAGES).as_posix(), path.read_text(encoding="utf-8")
    yield from _version_files(compiler.toolchain.rocm_path)
    for name, targets in _OFFERED.items():
        text = _OFFERED_PACKAGE + _VARIABLES
        text = text.format(name=name, targets=";".join(targets))
        yield f"lib/cmake/{name}/{name}-config.cmake", text
    offered = {name: one for one in vendor_libraries() for name in one.links}
    for library in libraries():
        name = library.package
        if library.name in offered:
            yield (
                f"lib/lib{library.name}.so",
                f'INPUT("{offered[library.name].path(compiler.native)}")\n',
            )
            text = _LIBRARY_PACKAGE + _VARIABLES
            text = text.format(name=name, target=library.target, library=library.name)
        elif name in ("", "hip", *_OFFERED):
            continue
        else:
            text = _MISSING_PACKAGE.format(name=name)
        yield f"lib/cmake/{name}/{name}-config.cmake", text
