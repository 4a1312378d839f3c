"""`porter toolchain install`: what it does besides installing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from porter.cli.toolchain import command
from porter.errors import PorterError
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.toolchain.install import Outcome


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """Install nothing; note for which toolchain the executor is built."""
    monkeypatch.setenv("PORTER_HOME", str(tmp_path))
    calls: list[Any] = []
    monkeypatch.setattr(
        "porter.toolchain.install.install",
        lambda wanted, *rest, **options: [Outcome(c.name, "kept", "") for c in wanted],
    )
    monkeypatch.setattr("porter.toolchain.discovery.find", lambda prefix: "the toolchain")
    monkeypatch.setattr("porter.execute.cpu.native_build.native", calls.append)
    monkeypatch.setattr(
        "porter.execute.cpu.libraries.build.built",
        lambda library, toolchain, native: calls.append(library.name),
    )
    return calls


def test_the_executor_is_built_with_llvm_dev(built: list[Any]) -> None:
    assert CliRunner().invoke(command, ["install", "llvm-dev"]).exit_code == 0
    assert built == ["the toolchain"]


def test_and_with_the_default_components(built: list[Any]) -> None:
    assert CliRunner().invoke(command, ["install"]).exit_code == 0
    assert built == ["the toolchain"]


@pytest.mark.parametrize("component", ["host-blas", "cuda-library-headers"])
def test_its_libraries_are_built_with_what_they_need(component: str, built: list[Any]) -> None:
    assert CliRunner().invoke(command, ["install", component]).exit_code == 0
    assert built == ["the toolchain", *(library.name for library in vendor_libraries())]


def test_but_not_without(built: list[Any]) -> None:
    assert CliRunner().invoke(command, ["install", "peers"]).exit_code == 0
    assert built == []


def test_an_executor_that_cannot_be_built_is_said(
    built: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(toolchain: Any) -> None:
        raise PorterError("no room")

    monkeypatch.setattr("porter.execute.cpu.native_build.native", fail)
    done = CliRunner().invoke(command, ["install"])
    assert done.exit_code == 0
    assert "the cpu executor is not wholly built: no room" in done.output
