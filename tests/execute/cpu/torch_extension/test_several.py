"""Several extensions of one tree, of which one cannot be built."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.torch_extension.build import build_extensions

SETUP = """\
from torch.utils.cpp_extension import CppExtension
for name in ("first", "second"):
    CppExtension(name, [f"{name}.cpp"])
"""
NOT_LINKED = "struct Own { Own(); virtual void f(); };\nOwn::Own() {}\n"


@pytest.mark.toolchain
@pytest.mark.parametrize("broken", ["no_type x;\n", NOT_LINKED])
def test_the_others_are_built(tmp_path: Path, broken: str) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "first.cpp").write_text(broken)
    (tmp_path / "second.cpp").write_text('extern "C" int two() { return 2; }\n')
    failed: dict[str, PorterError] = {}
    built = build_extensions(tmp_path, "gfx942", on_failure=failed.__setitem__)
    assert [one.name for one in built] == ["second"]
    assert [*failed] == ["first"]
    with pytest.raises(PorterError, match=r"cannot build|not offered"):
        build_extensions(tmp_path, "gfx942")
