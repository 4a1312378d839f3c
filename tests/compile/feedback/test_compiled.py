"""`porter build` matches each error with upstream's line and the conversion's findings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli.build import command
from porter.cli.convert import command as convert
from porter.files.port_folder import own_folder

pytestmark = pytest.mark.toolchain

KERNEL = """\
__global__ void k(int* x) {
  __cluster_barrier_wait();
  x[1] = missing;
}
"""


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "k.cu").write_text(KERNEL)
    (tmp_path / "up" / "gl.cu").write_text('#include "gl.h"\n__global__ void g() {}\n')
    made = tmp_path / "port"
    done = CliRunner().invoke(convert, [str(tmp_path / "up"), "--to", "hip", "--out", str(made)])
    assert done.exit_code == 0, done.output
    return made


def built(port: Path, *options: str) -> Result:
    folder = port.parent / "objects"
    arguments = [str(port), "--arch", "gfx942", "--folder", str(folder), "--syntax-only", *options]
    return CliRunner().invoke(command, arguments)


def test_every_error_has_its_line_upstream_and_its_kind(port: Path) -> None:
    done = built(port, "--json")
    assert done.exit_code == 1
    feedback = json.loads(done.output)["feedback"]
    assert feedback["counts"] == {
        "reported": 1,
        "not converted": 0,
        "absent": 1,
        "stopped": 0,
        "refused": 0,
        "not offered": 0,
        "unreported": 1,
    }
    errors = {one["upstream"]: one for unit in feedback["units"].values() for one in unit}
    kinds = {place: one["kind"] for place, one in errors.items()}
    assert kinds == {"gl.cu:1": "absent", "k.cu:2": "reported", "k.cu:3": "unreported"}
    assert errors["k.cu:3"]["source"] == "x[1] = missing;"
    assert [one["rule"] for one in errors["k.cu:2"]["findings"]] == ["API09"]


@pytest.mark.slow
def test_the_table_shows_them(port: Path) -> None:
    shown = built(port).output
    assert "upstream gl.cu:1" in shown
    assert "absent: upstream does not bring it" in shown
    assert "3 errors beside the conversion's findings: 1 reported, 1 absent, 1 unreported" in shown


@pytest.mark.slow
def test_unreported_errors_behind_the_first_are_shown(port: Path) -> None:
    shown = built(port).output
    assert "use of undeclared identifier 'missing'" in " ".join(shown.split())
    assert "upstream k.cu:3: x[1] = missing;" in " ".join(shown.split())
    assert shown.count("unreported: the conversion said nothing of this place") == 1


@pytest.mark.slow
def test_where_no_conversion_is_known_that_is_said(port: Path) -> None:
    (own_folder(port) / "conversion.json").unlink()
    done = built(port)
    assert "what the conversion said is not known here" in done.output
    assert "upstream" not in done.output


@pytest.mark.slow
def test_a_port_of_porter_toml_is_converted_again(port: Path) -> None:
    (own_folder(port) / "conversion.json").unlink()
    (port.parent / "porter.toml").write_text('[[project]]\nupstream = "up"\nport = "port"\n')
    counts = json.loads(built(port, "--json").output)["feedback"]["counts"]
    told = {"reported": 1, "absent": 1, "unreported": 1}
    assert {kind: count for kind, count in counts.items() if count} == told
