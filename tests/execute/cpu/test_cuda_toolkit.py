"""The toolkit that build systems are shown: its links lead somewhere, whoever made it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.execute.cpu import dialects
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.cuda_toolkit import toolkit

pytestmark = pytest.mark.toolchain


def headers_of(root: Path) -> dict[str, bool]:
    return {path.name: path.exists() for path in (root / "include").iterdir()}


def test_every_header_is_there() -> None:
    headers = headers_of(toolkit(Compiler.default("sm_90")))
    assert {"cuda_runtime.h", "cudaProfiler.h"} <= headers.keys()
    assert all(headers.values())


def test_a_checkout_that_goes_takes_no_header_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkouts of one content share the native parts, and each of them may be removed."""
    with monkeypatch.context() as patch:
        checkout = tmp_path / "native"
        shutil.copytree(dialects.SOURCES / "include", checkout / "include")
        patch.setattr(dialects, "SOURCES", checkout)
        theirs = toolkit(Compiler.default("sm_90"))
    shutil.rmtree(checkout)
    ours = toolkit(Compiler.default("sm_90"))
    shutil.rmtree(theirs)
    assert all(headers_of(ours).values())
