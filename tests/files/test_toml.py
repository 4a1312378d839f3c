"""TOML of strangers takes neither memory nor stack without end."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.toml import parse_toml
from porter.packs.pack import read
from porter.tables.toml import load as document

HOSTILE = (
    "[x]\n" + "a." * 50_000 + "b = 1\n",
    "[x]\n[" + '"a" . ' * 50_000 + "b]\n",
    "x = " + "[" * 50_000 + "]" * 50_000,
    "x = " + "{a=" * 50_000 + "1" + "}" * 50_000,
)


def test_what_is_no_attack_is_read() -> None:
    assert parse_toml("a.b.'c'.\"d\" = 1\ne = 1.5\n") == {"a": {"b": {"c": {"d": 1}}}, "e": 1.5}


@pytest.mark.parametrize("text", HOSTILE)
def test_an_attack_is_an_error(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"more than 100 parts \(at line 2\)|too deep"):
        parse_toml(text)
    for reader in (document, read):
        path = tmp_path / "porter.toml"
        path.write_text(text)
        with pytest.raises(PorterError, match=r"is not valid TOML: .*(parts|deep)"):
            reader(path)
