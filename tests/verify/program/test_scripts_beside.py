"""Scripts in folders of their own, and those of a cluster's queue, say how a program is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.known_commands import commands_of_source


@pytest.mark.parametrize(
    ("path", "text", "folder"),
    [
        ("scripts/run_all.sh", "N=64\n../a $N -r 2\n", "scripts"),
        ("tests/check.bash", "cd ..\n./a 64 -r 2\n", "."),
        ("job.slurm", "#SBATCH -n 1\nsrun ./a 64 -r 2\n", "."),
        ("queue.pbs", "#PBS -l nodes=1\n./a 64 -r 2\n", "."),
    ],
)
def test_a_command(tmp_path: Path, path: str, text: str, folder: str) -> None:
    (tmp_path / "a.cu").write_text("int main() {}\n")
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text)
    (found,) = commands_of_source(tmp_path, "a.cu")
    assert (found.args, found.folder, found.origin) == (("64", "-r", "2"), folder, path)
