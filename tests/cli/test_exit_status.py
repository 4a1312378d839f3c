"""What the commands' exit statuses say, command by command, and that the table names them all."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from porter.cli import COMMANDS, main
from porter.exit_status import Exit
from tests.cli.calls import CUDA
from tests.cli.test_convert import LEFT

pytestmark = pytest.mark.usefixtures("alone")

DONE, FAILED, REFUSED = Exit.DONE, Exit.FAILED, Exit.REFUSED
NOT_COMPARED = Exit.NOT_COMPARED
TABLE = Path(__file__).parents[2] / "docs" / "exit-status.md"

#: Words of a command -> how it ends in the folder that `place` makes.
CASES: dict[str, Exit] = {
    "convert good --out out": DONE,
    "convert good": DONE,
    "convert good --diff": DONE,
    "convert good --out out --strict": DONE,
    "convert left-over --out out": DONE,
    "convert left-over --out out --strict": FAILED,
    "convert pipe --out out": FAILED,
    "convert pipe --in-place": FAILED,
    "convert pipe --diff": FAILED,
    "convert blocked --in-place": FAILED,
    "convert good --out blocked": DONE,
    "convert shuffles --out blocked": FAILED,
    "convert good --out out --report good/a.cu/report.json": FAILED,
    "convert good --out good/a.cu/out": FAILED,
    "convert good --out=": REFUSED,
    "convert good --out /": REFUSED,
    "convert good --out good": REFUSED,
    "convert good --out good/a.cu": REFUSED,
    "convert good --out dangling": REFUSED,
    "convert missing --out out": REFUSED,
    "convert good --out out --only W9999": REFUSED,
    "assess good": DONE,
    "assess left-over": DONE,
    "assess pipe": FAILED,
    "assess missing": REFUSED,
    "sync": DONE,
    "sync nobody": REFUSED,
    "sync --abort --continue": REFUSED,
    "check": FAILED,
    "check nobody": REFUSED,
    "edits nobody": REFUSED,
    "edits --drop out/a.cu --stat": REFUSED,
    "verify": NOT_COMPARED,
    "verify nobody": REFUSED,
    "first-light --on hip:cpu:gfx942": FAILED,
    "first-light": REFUSED,
    "first-light nobody": REFUSED,
    "record": FAILED,
    "record -k nobody": FAILED,
    "record nobody": REFUSED,
    "build missing": REFUSED,
    "build good --link --syntax-only": REFUSED,
    "tune missing": REFUSED,
    "widen nobody": REFUSED,
    "widen": REFUSED,
    "run missing": REFUSED,
    "report good --html page.html": DONE,
    "report missing": REFUSED,
    "doctor --help": DONE,
    "lsp --help": DONE,
    "explain WRP20": DONE,
    "explain W9999": REFUSED,
    "rules show cudaMalloc": DONE,
    "rules show cudaNothing": FAILED,
    "rules derive": REFUSED,
    "toolchain install nothing": REFUSED,
    "new project up good": DONE,
    "new project up ported": REFUSED,
    "new project missing other": REFUSED,
    "new rule x y --family z": REFUSED,
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for folder in ("good", "left-over", "pipe", "blocked", "shuffles", "up"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.cu").write_text(CUDA)
    shuffle = "__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"
    (tmp_path / "shuffles" / "a.cu").write_text(shuffle)
    (tmp_path / "blocked" / "a.cu").write_text(shuffle)
    (tmp_path / "blocked" / "porter_compat").write_text("in the way")
    (tmp_path / "blocked" / "a.cu.orig").touch()
    (tmp_path / "left-over" / "a.cu").write_text(LEFT)
    os.mkfifo(tmp_path / "pipe" / "b.cu")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "porter.toml").write_text('[[project]]\nupstream = "up"\nport = "ported"\n')
    return tmp_path


@pytest.mark.parametrize("words", CASES)
def test_a_command_ends_with_the_status_of_the_table(
    place: Path, monkeypatch: pytest.MonkeyPatch, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["porter", *words.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capfd.readouterr()
    assert Exit(ended.value.code or 0) is CASES[words], told
    if CASES[words] is not DONE:
        assert (told.out + told.err).strip()


def test_every_command_has_a_case_and_a_row_in_the_table() -> None:
    rows = re.findall(r"^\| `porter ([\w-]+)", TABLE.read_text(), re.MULTILINE)
    assert list(dict.fromkeys(rows)) == list(COMMANDS)
    assert {words.split()[0] for words in CASES} == set(COMMANDS)


def test_wrong_use_is_2_of_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        monkeypatch.setattr(sys, "argv", ["porter", name, "--no-such-option"])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == REFUSED
