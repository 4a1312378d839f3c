"""What a conversion said is kept for the builds of its port."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.convert import command
from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.record import ConversionRecord, ConvertedFile, Said, recorded
from porter.files.port_folder import own_folder
from porter.source.text.edits import Severity

TEXTURE = '__device__ void f() { asm("wgmma.fence.sync.aligned;" :: "r"(1)); }\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))


def test_convert_keeps_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "k.cu").write_text(TEXTURE)
    port = tmp_path / "port"
    done = CliRunner().invoke(command, [str(tmp_path / "up"), "--to", "hip", "--out", str(port)])
    assert done.exit_code == 0, done.output
    record = recorded(port)
    assert record is not None
    assert record.upstream == tmp_path / "up"
    assert [(one.rule, one.line) for one in record.file("k.cu").said] == [("LNG14", 1)]
    assert not list(port.glob(".porter/conversion*"))


def test_upstream_is_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "k.cu").write_text(TEXTURE)
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(command, ["up", "--to", "hip", "--out", "port"])
    monkeypatch.chdir(tmp_path / "port")
    record = recorded(Path())
    assert record is not None
    assert record.upstream == tmp_path / "up"


def test_a_file_of_other_people_that_is_included_is_converted(tmp_path: Path) -> None:
    up, port = tmp_path / "up", tmp_path / "port"
    (up / "third_party" / "x").mkdir(parents=True)
    (up / "k.cu").write_text('#include "third_party/x/x.cuh"\n')
    (up / "third_party" / "x" / "x.cuh").write_text("void f(void *p) { cudaFree(p); }\n")
    (up / "third_party" / "x" / "y.cu").write_text("void g(void *p) { cudaFree(p); }\n")
    CliRunner().invoke(command, [str(up), "--to", "hip", "--out", str(port)])
    assert b"hipFree" in (port / "third_party" / "x" / "x.cuh").read_bytes()
    record = recorded(port)
    assert record is not None
    assert not record.is_unconverted("third_party/x/x.cuh")
    assert record.is_unconverted("third_party/x/y.cu")


def test_a_run_without_a_cache_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(TEXTURE)
    port = tmp_path / "port"
    arguments = [str(tmp_path / "k.cu"), "--to", "hip", "--out", str(port), "--no-cache"]
    CliRunner().invoke(command, arguments)
    assert (port / "k.cu").is_file()
    assert recorded(port) is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"format": 4, "upstream": 3, "files": {}, "unconverted": [], "left_out": [], "taken": []}',
    ],
)
def test_a_damaged_record_is_none(tmp_path: Path, content: str) -> None:
    said = Said("AAA01", Severity.ERROR, 2, 1, "no")
    written = ConversionRecord(tmp_path, {"k": ConvertedFile("k", (said,))})
    written.write(tmp_path / "port")
    assert recorded(tmp_path / "port") == written
    (own_folder(tmp_path / "port") / "conversion.json").write_text(content)
    assert recorded(tmp_path / "port") is None


def test_a_recipe_fails_for_a_value_that_was_told_of(tmp_path: Path) -> None:
    text = "CC = hipcc\nFLAGS += -I$(DEPS)\na: a.cu\n\t$(CC) $(FLAGS) a.cu\nb:\n\t$(CC) b.cu\n"
    for name in ("up", "port"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Makefile").write_text(text)
    said = Said("AAA01", Severity.WARNING, 2, 10, "nobody sets DEPS")
    files = {"Makefile": ConvertedFile("Makefile", (said,))}
    causes = Causes(ConversionRecord(tmp_path / "up", files), tmp_path / "port")
    assert causes.of("Makefile", 4).kind is Kind.REPORTED
    assert causes.of("Makefile", 6).kind is Kind.UNREPORTED
