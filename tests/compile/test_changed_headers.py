"""A header that changed is compiled anew, by every compiler that porter installs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.errors import PorterError
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain


@pytest.mark.parametrize("syntax_only", [False, True])
@pytest.mark.parametrize("arch", ["gfx942", "gfx950"])  # by clang 19 and by clang 22
def test_a_changed_header_is_seen(arch: str, syntax_only: bool, tmp_path: Path) -> None:
    try:
        tools = find(archs=[arch])
    except PorterError as error:
        pytest.skip(str(error))
    port = tmp_path / "port"
    port.mkdir()
    (port / "k.hip").write_text(
        '#include <hip/hip_runtime.h>\n#include "size.h"\n'
        "__global__ void k(int* p) { p[0] = kSize; }\n"
    )
    header = port / "size.h"
    header.write_text("constexpr int kSize = 1;\n")
    then = time.time() - 3600
    os.utime(header, (then, then))

    def units() -> bool:
        return build(
            port, [arch], folder=tmp_path / "o", toolchain=tools, syntax_only=syntax_only,
            device_only=not syntax_only,
        ).ok  # fmt: skip

    assert units()
    header.write_text("constexpr int kWidth = 1;\n")
    assert not units()
    header.write_text("constexpr int kSize = 2;\n")
    assert units()
