"""Units and flags out of the build files that ports have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from porter.compile.read.compile_commands import read_compile_commands
from porter.compile.read.first_use import read_first_uses
from porter.compile.read.makefile import read_makefiles
from porter.compile.read.setup_py import read_setup
from porter.compile.read.unit import Language, Unit
from porter.errors import PorterError
from porter.source.build_files.unfollowed import Unfollowed
from tests.compile.tree import names, write_tree

SETUP = """\
import glob, os
import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension

this_dir = os.path.dirname(os.path.abspath(__file__))
flags = ["-O3", "-gencode", "arch=compute_80,code=sm_80"]
if torch.cuda.is_available() and CUDA_HOME is not None:
    extension = CUDAExtension
else:
    extension = CppExtension

def threads(args):
    return args + ["--threads", "4"]

ext_modules = [
    CppExtension("pkg._cpu", ["csrc/bind.cpp"], extra_compile_args=["-O1"]),
    extension(
        name="pkg._gpu",
        sources=["csrc/bind.cpp"] + sorted(glob.glob("csrc/*.cu")),
        include_dirs=[os.path.join(this_dir, "csrc", "include")],
        define_macros=[("WITH_GPU", None), ("N", "4")],
        extra_compile_args={"cxx": ["-O2", "-std=c++17"], "nvcc": threads(flags)},
    ),
]
setup(name="pkg", ext_modules=ext_modules)
"""


def by_source(units: list[Unit]) -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for unit in units:
        found.setdefault(unit.source, unit)
    return found


def test_setup_py(tmp_path: Path) -> None:
    files = {"setup.py": SETUP, "csrc/bind.cpp": "", "csrc/b.cu": "", "csrc/a.cu": ""}
    root = write_tree(tmp_path, files)
    units = by_source(list(read_setup(root, names(root))))
    assert list(units) == ["csrc/bind.cpp", "csrc/a.cu", "csrc/b.cu"]
    kernel, binding = units["csrc/a.cu"], units["csrc/bind.cpp"]
    assert kernel.language is Language.HIP
    assert kernel.flags == ("-DWITH_GPU", "-DN=4", "-O3")
    assert kernel.left_out == ("-gencode arch=compute_80,code=sm_80", "--threads 4")
    assert kernel.includes == (root / "csrc" / "include",)
    assert (kernel.torch_extension, kernel.origin) == ("_gpu", "setup.py:18")
    assert binding.language is Language.CXX
    assert (binding.std, binding.torch_extension) == ("c++17", "_gpu"), "the extension for the GPU"


def test_host_sources_get_what_python_was_compiled_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """setuptools passes `-DNDEBUG`: an `assert` of a release may name what is not there."""
    monkeypatch.setattr("sysconfig.get_config_var", {"CFLAGS": "-DNDEBUG -g -O3"}.get)
    files = {"setup.py": SETUP, "csrc/bind.cpp": "", "csrc/a.cu": ""}
    units = by_source(list(read_setup(write_tree(tmp_path, files), ["setup.py"])))
    assert units["csrc/bind.cpp"].builders == ("-DNDEBUG",)
    assert units["csrc/a.cu"].builders == ()
    jit = 'from torch.utils.cpp_extension import load\nm = load(name="m", sources=["m.cpp"])\n'
    root = write_tree(tmp_path / "jit", {"m.py": jit, "m.cpp": ""})
    assert [one.builders for one in read_first_uses(root, ["m.py"], Unfollowed(root))] == [()]


TAKES_FLAGS = """\
import contextlib
import torch.utils.cpp_extension as ext

def remove_flags():
    for flag in ["-D__%(by)s_NO_HALF_OPERATORS__%(value)s", "-D__CUDA_NO_HALF2_OPERATORS__"]:
        with contextlib.suppress(ValueError):
            ext.COMMON_%(tool)s_FLAGS.remove(flag)

extensions = [ext.CUDAExtension("gpu", ["a.cu"]), ext.CppExtension("cpu", ["b.cpp"])]
if __name__ == "__main__":
    remove_flags()
"""


@pytest.mark.parametrize(
    ("arch", "words", "gone"),
    [
        ("gfx942", {"by": "HIP", "value": "=1", "tool": "HIPCC"}, ["__HIP_NO_HALF_OPERATORS__"]),
        ("gfx942", {"by": "HIP", "value": "", "tool": "HIPCC"}, []),
        (
            "sm_80",
            {"by": "CUDA", "value": "", "tool": "NVCC"},
            ["__CUDA_NO_HALF_OPERATORS__", "__CUDA_NO_HALF2_OPERATORS__"],
        ),
    ],
)
def test_flags_that_a_script_takes_out_of_pytorchs_own(
    tmp_path: Path, arch: str, words: dict[str, str], gone: list[str]
) -> None:
    files = {"setup.py": TAKES_FLAGS % words, "a.cu": "", "b.cpp": ""}
    units = by_source(list(read_setup(write_tree(tmp_path, files), ["setup.py"], arch=arch)))
    for source in ("a.cu", "b.cpp"):
        assert [flag for flag in units[source].flags if flag.startswith("-U")] == [
            f"-U{name}" for name in gone
        ]


def test_setup_py_in_a_folder_and_a_source_outside_the_port(tmp_path: Path) -> None:
    text = (
        "from setuptools import Extension, setup\nimport os\n"
        "e = Extension('m', ['m.cpp', '../../outside.cpp'], include_dirs=['inc'])\n"
        "setup(ext_modules=[e])\n"
    )
    root = write_tree(tmp_path / "port", {"python/setup.py": text, "python/m.cpp": ""})
    write_tree(tmp_path, {"outside.cpp": ""})
    (unit,) = read_setup(root, names(root))
    assert (unit.source, unit.origin) == ("python/m.cpp", "python/setup.py:3")
    assert unit.includes == (root / "python" / "inc",)
    assert unit.torch_extension is None


def test_setup_py_that_cannot_be_read_in_full_says_so(tmp_path: Path) -> None:
    text = (
        "import helper\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        "CUDAExtension('m', ['a.cu', helper.more()], extra_compile_args=helper.flags())\n"
    )
    root = write_tree(tmp_path, {"setup.py": text, "a.cu": ""})
    (unit,) = read_setup(root, names(root))
    assert unit.notes == (
        "setup.py:3: sources could not be read in full",
        "setup.py:3: extra_compile_args could not be read in full",
    )


def test_setup_py_that_is_not_python_names_nothing(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"setup.py": "print 'two'\n"})
    assert list(read_setup(root, names(root))) == []


def test_compile_commands(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"src/a.cu": "", "src/b.cpp": "", "src/c.cpp": ""})
    entries = [
        {"directory": "build", "file": "../src/a.cu", "arguments": [
            "/usr/bin/nvcc", "-I../inc", "-DX", "-std=c++17", "-c", "../src/a.cu", "-o", "a.o"]},
        {"directory": str(root), "file": "src/b.cpp", "command": "hipcc -DY='a b' -c src/b.cpp"},
        {"directory": str(root), "file": "src/c.cpp", "command": "g++ -O1 -c src/c.cpp -o c.o"},
        {"directory": str(root), "file": "src/gone.cpp", "command": "g++ -c src/gone.cpp"},
    ]  # fmt: skip
    (root / "compile_commands.json").write_text(json.dumps(entries))
    a, b, c = read_compile_commands(root, [])
    assert (a.source, a.language, a.flags, a.std) == ("src/a.cu", Language.HIP, ("-DX",), "c++17")
    assert [path.resolve() for path in a.includes] == [root / "inc"]
    assert (b.language, b.flags) == (Language.HIP, ("-DY=a b",))
    assert (c.language, c.flags) == (Language.CXX, ("-O1",))


@pytest.mark.parametrize("text", ["{", "[1]", '[{"file": "x"}]', "{}x"])
def test_a_damaged_compilation_database_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "compile_commands.json").write_text(text)
    with pytest.raises(PorterError, match="not a compilation database"):
        list(read_compile_commands(tmp_path, []))


MAKEFILE = """\
# programs
HIPCC ?= hipcc
ARCH := native
FLAGS = -O3 -std=c++17 \\
        -arch=$(ARCH) $(EXTRA)
EXTRA += -DBIG $(shell uname)
SOURCES := $(wildcard src/*.cu)
OBJECTS := $(SOURCES:.cu=.o)

ifdef DEBUG
FLAGS += -g
endif

all: $(OBJECTS) tool

src/%.o: src/%.cu common.h | build
\t@mkdir -p build
\t$(HIPCC) $(FLAGS) -Iinclude -c $< -o $@

tool: tool.cpp
\tg++ -O1 -Wall $^ -o $@

clean:
\trm -f *.o
"""


def test_makefile(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path, {"sub/Makefile": MAKEFILE, "sub/src/a.cu": "", "sub/tool.cpp": "", "x.cu": ""}
    )
    units = by_source(list(read_makefiles(root, names(root))))
    assert list(units) == ["sub/src/a.cu", "sub/tool.cpp"]
    kernel, tool = units["sub/src/a.cu"], units["sub/tool.cpp"]
    assert (kernel.flags, kernel.std) == (("-O3", "-DBIG"), "c++17")
    assert kernel.left_out == ("-arch=native",)
    assert kernel.includes == (root / "sub" / "include",)
    assert (tool.language, tool.flags) == (Language.CXX, ("-O1", "-Wall"))
    assert kernel.origin == "sub/Makefile"


def test_makefile_names_sources_in_the_recipe_and_includes_others(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {
            "Makefile": "include common.mk\nprog: x\n\t$(GPUCC) $(OPT) main.cu util.cpp -o $@\n",
            "common.mk": "GPUCC = /opt/rocm/bin/hipcc\nOPT = -O2\n",
            "main.cu": "",
            "util.cpp": "",
        },
    )
    units = by_source(list(read_makefiles(root, names(root))))
    assert {s: u.language for s, u in units.items()} == {
        "main.cu": Language.HIP,
        "util.cpp": Language.HIP,
    }
    assert units["main.cu"].flags == ("-O2",)


def test_a_makefile_that_refers_to_itself_ends(tmp_path: Path) -> None:
    text = "A = $(B)\nB = $(A)\ninclude Makefile\nx: a.cu\n\thipcc $(A) -DX a.cu\n"
    root = write_tree(tmp_path, {"Makefile": text, "a.cu": ""})
    assert by_source(list(read_makefiles(root, names(root))))["a.cu"].flags == ("-DX",)


@pytest.mark.parametrize(
    "entry",
    [
        {"command": None}, {"command": ""}, {"command": 1}, {"arguments": [1]}, {"arguments": "x"},
        {"arguments": [None]}, {"arguments": []}, {},
    ],
)  # fmt: skip
def test_what_is_no_compilation_database_is_refused(tmp_path: Path, entry: dict[str, Any]) -> None:
    entries = [{"directory": ".", "file": "a.hip", **entry}]
    root = write_tree(tmp_path, {"compile_commands.json": json.dumps(entries), "a.hip": ""})
    with pytest.raises(PorterError, match="not a compilation database"):
        list(read_compile_commands(root, names(root)))
