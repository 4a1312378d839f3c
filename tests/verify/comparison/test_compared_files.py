"""How files were compared is said with how many there were."""

from __future__ import annotations

from porter.project.settings.program_cases import OutputFile
from porter.verify.comparison.compared_files import compared_file, said_of


def test_each_way_is_counted() -> None:
    files = [
        compared_file(OutputFile("a.txt"), b"1 2\n"),
        compared_file(OutputFile("b.raw", dtype="float32"), b"\0" * 8),
        compared_file(OutputFile("c.npy"), b"\x93NUMPY"),
        compared_file(OutputFile("d.png"), b"\x89PNG"),
    ]
    assert said_of(files) == (
        "4 files compared: 1 as text (4 bytes), 2 as numbers (14 bytes), 1 byte by byte (4 bytes)"
    )
    assert said_of([]) == ""
