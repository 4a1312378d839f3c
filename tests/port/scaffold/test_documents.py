"""Documents of upstream's with figures of NVIDIA GPUs say so in the port."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.convert.emission import Kind
from porter.port.scaffold.documents import with_note
from tests.port.scaffold.trees import PROGRAM, port

TABLE = "# Speed\n\nOn one H100 and an RTX 4090:\n\n| n | ms |\n|--|--|\n| 1024 | 3.5 |\n"


def test_the_note_stands_below_the_title_and_names_the_gpus() -> None:
    noted = with_note(TABLE.encode())
    assert noted is not None
    assert noted.decode().startswith("# Speed\n\n> **Figures of NVIDIA GPUs** (H100, RTX 4090)")
    assert noted.decode().endswith(TABLE[len("# Speed\n\n") :])


def test_a_gpu_may_end_a_sentence() -> None:
    text = "# Speed\n\nIterations per second on a V100.\n\n| train | test |\n|-|-|\n| 97 | 7.8 |\n"
    assert with_note(text.encode()) is not None


@pytest.mark.parametrize(
    "text",
    [
        "# Speed\n\nMeasured on an MI300X: 3 ms\n",
        "# Install\n\nNeeds an A100 or newer.\n",
        "# Speed\n\nabout 3 ms\n",
        "model A100.txt\n",
    ],
)
def test_without_both_a_gpu_and_figures_nothing_is_said(text: str) -> None:
    assert with_note(text.encode()) is None


def test_the_ports_readme_lists_them(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"a.cu": PROGRAM, "docs/speed.md": TABLE}, Kind.CMAKE)
    assert b"Figures of NVIDIA GPUs" in (out / "docs/speed.md").read_bytes()
    readme = (out / "README.md").read_text()
    assert "`docs/speed.md` has figures of NVIDIA GPUs" in readme
    assert "`docs/speed.md` is the port's own version" not in readme


def test_a_port_of_upstreams_own_build_has_them_marked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    for name, text in (("a.cu", PROGRAM), ("Makefile", "a: a.cu\n\tnvcc -o $@ $<\n"),
                       ("README.md", TABLE)):  # fmt: skip
        (tmp_path / "src" / name).write_text(text)
    for words in (["new", "project", "src", "port"], ["sync"], ["check"]):
        done = CliRunner().invoke(group, words)
        assert done.exit_code == 0, done.output
    assert "Figures of NVIDIA GPUs" in (tmp_path / "port" / "README.md").read_text()
    assert (tmp_path / "src" / "README.md").read_text() == TABLE
