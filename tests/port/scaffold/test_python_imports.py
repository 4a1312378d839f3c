"""Python files that ask the port's own module for its builders."""

from __future__ import annotations

import ast

import pytest

from porter.port.scaffold.python_imports import redirect, with_rocm_architectures


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from torch.utils.cpp_extension import CUDAExtension\next = CUDAExtension('a', [])\n",
            "from hip_extension import HIPExtension\next = HIPExtension('a', [])\n",
        ),
        (
            "from torch.utils.cpp_extension import (\n    BuildExtension,\n"
            "    CUDAExtension as E,\n)\nE()\n",
            "from torch.utils.cpp_extension import BuildExtension\n"
            "from hip_extension import HIPExtension as E\nE()\n",
        ),
        (
            "def f():\n    from torch.utils.cpp_extension import load, include_paths\n    load()\n",
            "def f():\n    from torch.utils.cpp_extension import include_paths\n"
            "    from hip_extension import load\n    load()\n",
        ),
        (
            '"""Doc."""\nfrom torch.utils import cpp_extension\ncpp_extension.CUDAExtension()\n',
            '"""Doc."""\nimport hip_extension\nfrom torch.utils import cpp_extension\n'
            "hip_extension.HIPExtension()\n",
        ),
        (
            "import torch.utils.cpp_extension\ntorch.utils.cpp_extension.load('é')\n",
            "import hip_extension\nimport torch.utils.cpp_extension\nhip_extension.load('é')\n",
        ),
    ],
)
def test_builders_come_from_the_port(before: str, after: str) -> None:
    found = redirect(before.encode(), "hip_extension")
    assert found is not None
    assert found.data.decode() == after


@pytest.mark.parametrize(
    "text",
    [
        "from torch.utils.cpp_extension import CppExtension\n",
        "from json import load\nload(x)\n",
        "# from torch.utils.cpp_extension import load\n",
        "other.cpp_extension.load()\n",
        "not python at all\n",
    ],
)
def test_other_files_are_left_alone(text: str) -> None:
    assert redirect(text.encode(), "hip_extension") is None


def test_a_second_pass_finds_nothing() -> None:
    before = b"from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension()\n"
    once = redirect(before, "hip_extension")
    assert once is not None
    assert redirect(once.data, "hip_extension") is None


def test_a_builder_of_a_package_is_named_in_full() -> None:
    found = redirect(b"from torch.utils.cpp_extension import load\n", "pkg.sub.hip_extension")
    assert found is not None
    assert found.data == b"from pkg.sub.hip_extension import load\n"
    assert found.uses == {"load"}


@pytest.mark.parametrize("head", ["", "import os\n", "import os, sys\n"])
def test_a_setup_script_looks_beside_itself(head: str) -> None:
    text = head + "from torch.utils.cpp_extension import CUDAExtension\n"
    found = redirect(text.encode(), "hip_extension", beside=".")
    assert found is not None
    lines = found.data.decode().splitlines()
    assert lines[-1] == "from hip_extension import HIPExtension"
    assert lines[-2].startswith("sys.path.insert(0, ")
    imported = [
        alias.name
        for node in ast.walk(ast.parse(found.data))
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    assert sorted(imported) == ["os", "sys"]


@pytest.mark.parametrize(
    "text",
    [
        "from torch.utils.cpp_extension import CUDAExtension\nimport os, sys\n",
        "from torch.utils import cpp_extension\nimport os, sys\ncpp_extension.CUDAExtension\n",
        "import os as o, sys as s\nfrom torch.utils.cpp_extension import CUDAExtension\n",
    ],
)
def test_it_does_so_with_modules_that_are_imported_by_then(text: str) -> None:
    found = redirect(text.encode(), "hip_extension", beside=".")
    assert found is not None
    search = found.data.decode().partition("sys.path.insert")[0].splitlines()
    assert "import os" in search and "import sys" in search


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b'"""Default: "8.0;9.0"."""\nos.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0")',
            b'"""Default: "gfx90a;gfx942;gfx1100"."""\n'
            b'os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")',
        ),
        (
            b"os.environ['TORCH_CUDA_ARCH_LIST'] = '7.0+PTX'",
            b"os.environ['PYTORCH_ROCM_ARCH'] = 'gfx90a;gfx942;gfx1100'",
        ),
        (b'version = "8.0"', b'version = "8.0"'),
        (
            b'if os.getenv("TORCH_CUDA_ARCH_LIST") not in ("8.0", "9.0+PTX"):\n    stop()',
            b'if os.getenv("TORCH_CUDA_ARCH_LIST") not in ("8.0", "9.0+PTX"):\n    stop()',
        ),
    ],
)
def test_architectures(before: bytes, after: bytes) -> None:
    assert with_rocm_architectures(before) == after


def test_a_chain_of_thousands_of_attributes_is_no_builder() -> None:
    text = f"from torch.utils import cpp_extension\na{'.b' * 3000}.load()\n"
    assert redirect(text.encode(), "hip_extension") is None
