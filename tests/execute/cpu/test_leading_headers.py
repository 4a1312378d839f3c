"""What a unit's own code says before PyTorch's headers decides whether they are read alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute.cpu.leading_headers import Leading, first_of_pytorch, leading

TORCH = "#include <torch/extension.h>\n"


def found(folder: Path, text: str, **others: str) -> Leading | None:
    """Return what is found in a unit, beside files whose names end in `.h`."""
    for name, content in others.items():
        (folder / f"{name}.h").write_text(content)
    source = folder / "unit.cu"
    source.write_text(text)
    return leading(source, [folder])


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (TORCH, "torch/extension.h"),
        ("#pragma once\n#include <vector>\n" + TORCH + "int a;\n", "torch/extension.h"),
        ("#include <ATen/ATen.h>\n" + TORCH, "torch/extension.h"),
        ("#include <ATen/ATen.h>\n#pragma pack(1)\n" + TORCH, "ATen/ATen.h"),
        ('#include "torch/types.h"\n', "torch/types.h"),
        ("namespace a { int b; }\n" + TORCH, "torch/extension.h"),
        ("#ifndef A_H\n#define A_H\n" + TORCH + "#endif\n", "torch/extension.h"),
    ],
)
def test_is_found(tmp_path: Path, text: str, header: str) -> None:
    unit = found(tmp_path, text)
    assert unit is not None
    assert unit.header == header


@pytest.mark.parametrize(
    "text",
    [
        "#include <vector>\n",
        "// " + TORCH,
        "#ifdef A\n" + TORCH + "#endif\n",
        "#ifdef A\n#else\n" + TORCH + "#endif\n",
        "#pragma pack(1)\n" + TORCH,
        "namespace a {\n" + TORCH + "}\n",
        "#define HEADER <vector>\n#include HEADER\n" + TORCH,
        "#include_next <vector>\n" + TORCH,
    ],
)
def test_is_not_clear(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) is None


def test_through_the_projects_own_headers(tmp_path: Path) -> None:
    unit = found(
        tmp_path,
        '#include "one.h"\n#define LATER 1\n',
        one="#pragma once\n#ifdef ASKED\n#define OWN 1\n#endif\n#include <two.h>\n",
        two=TORCH,
    )
    assert unit == Leading("torch/extension.h", frozenset({b"OWN"}), frozenset({b"ASKED"}))


def test_own_headers_in_a_condition_say_nothing_for_sure(tmp_path: Path) -> None:
    assert found(tmp_path, '#ifdef A\n#include "one.h"\n#endif\n', one=TORCH) is None


def test_a_header_that_includes_itself(tmp_path: Path) -> None:
    assert found(tmp_path, '#include "one.h"\n' + TORCH, one='#include "one.h"\n') is not None


def test_a_header_of_the_projects_is_another(tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "extension.h").write_text("int a;\n")
    assert found(tmp_path, TORCH) is None


def test_where_pytorchs_folders_begin(tmp_path: Path) -> None:
    for name in ("own", "torch/ATen", "torch/c10"):
        (tmp_path / name).mkdir(parents=True)
    assert first_of_pytorch([tmp_path / "own", tmp_path / "torch"]) == 1
    assert first_of_pytorch([tmp_path / "own"]) is None
