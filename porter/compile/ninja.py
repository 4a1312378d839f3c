"""Runs steps through ninja: in parallel, only what is out of date, with progress."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.compile.commands import Step
from porter.compile.ninja_program import ninja_program
from porter.errors import PorterError
from porter.source.build_files.quoting import NINJA_VARIABLES, ninja_command, ninja_path

#: Runs one step: its output is removed first, so that it is there only when the step succeeded,
#: and its words, its time and its verdict lie beside it.
_RUNNER = """\
output=$1 stamp=$2
shift 2
rm -f "$output"
start=$(date +%s%N)
"$@" >"$output.log" 2>&1
status=$?
echo $((($(date +%s%N) - start) / 1000000)) >"$output.ms"
if [ $status -eq 0 ] && [ "$stamp" = stamp ]; then : >"$output"; fi
exit $status
"""
_RULES = """\
rule compile
  command = sh step.sh $out $stamp $words
  depfile = $out.d
  deps = gcc
rule pack
  command = sh step.sh $out file $words
"""
_STATUS = re.compile(r"^\[(\d+)/(\d+)\] ")
_REFUSAL = re.compile(r"ninja: (?:error|fatal): (.*)")


def run_ninja(
    steps: Sequence[Step], folder: Path, jobs: int, progress: Callable[[int, int], None]
) -> None:
    """Run the steps; a step that fails does not keep the others from running.

    What a step says goes to `<output>.log`; a step succeeded when its output is there.

    Args:
        steps: what to run.
        folder: where ninja keeps its files.
        jobs: how many commands at a time.
        progress: called with the number of finished steps and of all steps, as it changes.

    Raises:
        PorterError: ninja is not installed, or refuses the build.
    """
    if not steps:
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "step.sh").write_text(_RUNNER, encoding="ascii")
    text = "".join((NINJA_VARIABLES, _RULES, *map(_edge, steps)))
    (folder / "build.ninja").write_text(text, encoding="utf-8")
    for step in steps:
        step.output.parent.mkdir(parents=True, exist_ok=True)
        if not step.output.exists():  # what an earlier failure said is not what this run says
            step.log.unlink(missing_ok=True)
    command = [str(ninja_program()), "-C", str(folder), "-k", "0", "-j", str(jobs)]
    environment = {
        **os.environ,
        "NINJA_STATUS": "[%f/%t] ",
        # A compiler that crashes leaves what it read and a script beside its other outputs.
        "CLANG_CRASH_DIAGNOSTICS_DIR": str(folder / "crashes"),
    }
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        refusal = ""
        for line in process.stdout:
            if match := _STATUS.match(line):
                progress(int(match[1]), int(match[2]))
            elif match := _REFUSAL.match(line):
                refusal = match[1]
    if refusal:
        raise PorterError(f"ninja refuses the build: {refusal}", path=folder / "build.ninja")


def _edge(step: Step) -> str:
    rule = "compile" if step.source is not None else "pack"
    inputs = [step.source] if step.source is not None else []
    paths = " ".join(ninja_path(path) for path in (*inputs, *step.inputs))
    words = ninja_command(step.command)
    stamp = "stamp" if step.stamps else "file"
    return (
        f"build {ninja_path(step.output)}: {rule} {paths}\n  words = {words}\n  stamp = {stamp}\n"
    )
