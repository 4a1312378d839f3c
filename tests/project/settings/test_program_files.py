"""What a program writes lies in the program's folder: a case names no other file."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.program_cases import parse


@pytest.mark.parametrize("file", ["out.npy", "a/out.bin", "./out", {"path": "a/../out"}])
def test_a_file_of_the_folder(file: object) -> None:
    assert parse(Path("porter.toml"), {"source": "a.cu", "files": [file]}).files


@pytest.mark.parametrize("file", ["/etc/passwd", "../out", "a/../../out", "", ".", ".git/config"])
@pytest.mark.parametrize("is_table", [True, False])
def test_a_file_elsewhere_is_refused(file: str, is_table: bool) -> None:
    entry = {"path": file} if is_table else file
    with pytest.raises(PorterError, match="is not a file in the program's folder"):
        parse(Path("porter.toml"), {"source": "a.cu", "files": [entry]})
