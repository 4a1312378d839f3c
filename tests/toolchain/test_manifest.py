"""Manifests: written, read again, refused when damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.manifest import Artifact, Manifest, read_manifest, sha256_of


def test_round_trip(tmp_path: Path) -> None:
    artifact = Artifact("clang-19", "1:19.1.7-3", "bookworm", "c.deb", "ab", 5, "http://m/c.deb")
    manifest = Manifest("compiler", "0123", (artifact,))
    manifest.write(tmp_path)
    assert read_manifest(tmp_path) == manifest
    assert manifest.version_of("clang-19") == "19.1.7-3", "without the epoch"
    assert manifest.version_of("absent") is None


def test_absent_is_none(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"component": "x", "artifacts": [{"a": 1}]}'])
def test_damaged_is_an_error_with_advice(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(PorterError, match="not a manifest") as raised:
        read_manifest(tmp_path)
    assert "--force" in (raised.value.hint or "")


def test_checksum(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    # FIPS 180-2, appendix B.1
    assert sha256_of(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
