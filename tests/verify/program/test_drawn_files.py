"""Files of known formats are drawn where a call names one that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.candidates import to_try
from porter.verify.program.drawn_files import with_drawn
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.printed_usage import asked_for


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))


def test_a_matrix_that_is_not_there_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "there.mtx").touch()
    (found, _) = to_try(tmp_path, "spmv", [Command(".", ("data/cant.mtx", "there.mtx"), "README")])
    (data,) = found.data
    assert data.path == "data/cant.mtx" and found.origin.startswith("README; drawn")
    head, sizes, *lines = data.file.read_text().splitlines()
    assert head == "%%MatrixMarket matrix coordinate real general"
    rows, columns, count = map(int, sizes.split())
    places = [tuple(map(int, line.split()[:2])) for line in lines]
    assert len(places) == count == len({*places})
    assert all(1 <= row <= rows and 1 <= column <= columns for row, column in places)
    assert FoundProgram(run="spmv").called(found).data == (data,)


@pytest.mark.parametrize("word", ["-o=a.mtx", "../a.mtx", "/data/a.mtx", "a.txt"])
def test_other_words_are_left_alone(tmp_path: Path, word: str) -> None:
    command = Command(".", (word,))
    assert with_drawn(tmp_path, command) == command


def test_a_usage_text_may_name_the_format(tmp_path: Path) -> None:
    printed = "usage: ./spmv_all dataset.mtx num_warmup num_iter"
    first, *_ = asked_for(tmp_path, [Command(".", ())], [printed])
    assert first.args == ("dataset.mtx", "64", "64") and len(first.data) == 1
    (tmp_path / "small.mtx").write_text("%%MatrixMarket matrix coordinate real general\n1 1 0\n")
    first, *_ = asked_for(tmp_path, [Command(".", ())], [printed])
    assert first.args == ("small.mtx", "64", "64") and not first.data


@pytest.mark.parametrize(("suffix", "head"), [(".pgm", b"P5\n64 48\n255\n"), (".ppm", b"P6\n")])
def test_pictures(tmp_path: Path, suffix: str, head: bytes) -> None:
    (data,) = with_drawn(tmp_path, Command(".", (f"in{suffix}",))).data
    assert data.file.read_bytes().startswith(head)
