"""Manifests: written, read again, refused when damaged."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.manifest import Artifact, Manifest, read_manifest, sha256_of
from tests.files.hostile_json import TEXTS, without_and_with_other_values
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit


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


def test_any_value_of_another_type_is_an_error_or_the_same_in_another_value(
    tmp_path: Path,
) -> None:
    artifact = Artifact("clang-19", "1:19.1.7-3", "bookworm", "c.deb", "ab", 5, "", "newer")
    Manifest("compiler", "0123", (artifact, artifact)).write(tmp_path)
    path = tmp_path / "manifest.json"
    whole = json.loads(path.read_text())
    variants = [(repr(data[:20]), data) for data in TEXTS]
    for what, data in [*variants, *without_and_with_other_values(whole)]:
        path.write_bytes(data)
        try:
            found = read_manifest(tmp_path)
        except PorterError as error:
            assert "not a manifest" in str(error), what
            continue
        assert found is not None
        for one in found.artifacts:
            types = [type(getattr(one, field.name)).__name__ for field in fields(one)]
            assert types == [field.type for field in fields(one)], what


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_an_error_with_advice(tmp_path: Path, kind: str) -> None:
    put(kind, tmp_path / "manifest.json")
    with time_limit(20), pytest.raises(PorterError, match="not a manifest"):
        read_manifest(tmp_path)


def test_checksum(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    # FIPS 180-2, appendix B.1
    assert sha256_of(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
