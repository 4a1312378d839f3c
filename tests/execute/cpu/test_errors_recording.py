"""The table of a GPU's answers is filled where a call may end the program or never return."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

ERRORS = Path(__file__).parent / "programs" / "errors"

#: Says what it does as errors.cu does: the name first, then the code, if the call comes back.
PROGRAM = """\
#!{python}
import os, sys, time
left_out = {{b for a, b in zip(sys.argv, sys.argv[1:]) if a == "--without"}}
asked = {{b for a, b in zip(sys.argv, sys.argv[1:]) if a == "--with"}}
for name in {names}:
    if name in left_out or name == "harmful" and name not in asked:
        continue
    print(name, end=": ", flush=True)
    if name == "crashes":
        os.abort()
    if name == "hangs":
        time.sleep(600)
    children = {{"alone": "signal 11", "slow child": "signal 14"}}
    print(children.get(name, "cudaErrorOf " + name), flush=True)
    if name == "sticky":
        os._exit(3)
"""


def test_each_call_is_recorded_though_others_crash_hang_or_spoil_the_context(
    tmp_path: Path,
) -> None:
    shutil.copy(ERRORS / "record.py", tmp_path)
    names = ["good", "crashes", "after", "changed", "alone", "slow child", "hangs", "sticky"]
    names += ["last", "harmful"]
    recorded = {"changed": "cudaSuccess"}
    table = ["mistake\thip\tcuda\th200\twhy"]
    table += [f"{name}\thip\tcuda\t{recorded.get(name, '')}\t" for name in names]
    (tmp_path / "expected.tsv").write_text("\n".join(table) + "\n")
    program = tmp_path / "errors"
    program.write_text(PROGRAM.format(python=sys.executable, names=names))
    program.chmod(0o755)

    done = subprocess.run(
        [sys.executable, str(tmp_path / "record.py"), str(program), "5"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    rows = list(csv.DictReader(done.stdout.splitlines(), delimiter="\t"))
    assert {row["mistake"]: row["h200"] for row in rows} == {
        "good": "cudaErrorOf good",
        "crashes": "crash",
        "after": "cudaErrorOf after",
        "changed": "cudaSuccess",
        "alone": "crash",
        "slow child": "hang",
        "hangs": "hang",
        "sticky": "cudaErrorOf sticky",
        "last": "cudaErrorOf last",
        "harmful": "cudaErrorOf harmful",
    }
    assert all((row["hip"], row["cuda"], row["why"]) == ("hip", "cuda", "") for row in rows)
    assert "changed: was cudaSuccess, is cudaErrorOf changed" in done.stderr
    assert "0 left" in done.stderr


def test_what_is_recorded_needs_no_second_run(tmp_path: Path) -> None:
    expected = ERRORS / "expected.tsv"
    silent = tmp_path / "errors"
    silent.write_text("#!/bin/sh\n")
    silent.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(ERRORS / "record.py"), str(silent)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout == expected.read_text()
