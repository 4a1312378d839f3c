"""Commands on the machines of a cluster."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from porter.cluster.connection import Cluster, Lost
from porter.cluster.task import PORTER, RESULT, Command, Outcome
from porter.errors import PorterError

pytestmark = pytest.mark.slow


def python(code: str, folder: Path, *words: str, **environment: str) -> Command:
    return Command((sys.executable, "-c", code, *words), str(folder), environment)


def test_status_output_and_result_come_back(address: str, tmp_path: Path) -> None:
    write = "import sys, os; open(sys.argv[1], 'w').write(os.environ['WHAT']); print(os.getcwd())"
    fail = "import sys; print('out'); sys.exit('wrong')"
    commands = [python(write, tmp_path, RESULT, WHAT="done"), python(fail, tmp_path)]
    with Cluster(address) as cluster:
        assert cluster.threads == 2
        found = dict(cluster.each(commands))
    assert found[0] == Outcome(0, f"{tmp_path}\n", b"done")
    assert found[1] == Outcome(1, "out\nwrong\n", None)


def test_porter_is_the_one_of_the_machine(address: str, tmp_path: Path) -> None:
    with Cluster(address) as cluster:
        found = cluster.run(Command((PORTER, "rules", "show", "cudaFree"), str(tmp_path), {}))
    assert isinstance(found, Outcome)
    assert "hipFree" in found.output


def test_what_a_lost_machine_did_runs_again(address: str, tmp_path: Path) -> None:
    # The first of several runs takes its machine with it: the process that has started it.
    code = (
        "import os, pathlib, signal\n"
        "try: pathlib.Path('lost').touch(exist_ok=False)\n"
        "except FileExistsError: print('again')\n"
        "else: os.kill(os.getppid(), signal.SIGKILL)\n"
    )
    with Cluster(address) as cluster:
        found = dict(cluster.each([python(code, tmp_path) for _ in range(4)]))
    assert (tmp_path / "lost").exists()
    assert [found[place] for place in range(4)] == [Outcome(0, "again\n", None)] * 4


def test_a_command_that_no_machine_survives_is_told(address: str, tmp_path: Path) -> None:
    code = "import os, signal; os.kill(os.getppid(), signal.SIGKILL)"
    with Cluster(address) as cluster:
        found = cluster.run(python(code, tmp_path))
    assert isinstance(found, Lost)
    assert "KilledWorker" in found.why


def test_a_folder_that_a_machine_does_not_have_is_told(address: str, tmp_path: Path) -> None:
    with Cluster(address) as cluster:
        found = cluster.run(python("", tmp_path / "none"))
    assert isinstance(found, Lost)
    assert "No such file or directory" in found.why


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("porter.cluster.connection._PATIENCE", 1)
    with pytest.raises(PorterError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")


def test_an_address_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(PorterError, match="no scheduler answers at carrier://pigeon"):
        Cluster("carrier://pigeon")
