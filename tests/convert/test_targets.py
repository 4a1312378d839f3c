"""A target of one's own: registered, it is converted to, printed, and kept in step by sync."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from porter.convert import targets
from porter.convert.code_target import CodeTarget
from porter.errors import PorterError
from porter.fixers import Context, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

CUDA = b"#include <cuda_runtime.h>\nvoid f(int* p) { cudaFree(p); }\n"
TOY = CUDA.replace(b"cudaFree", b"toyFree")

rule = Rule("TOY01", "toy-names", names=(b"cudaFree",), targets=("toy",), family="toy")


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    for start in file.occurrences(b"cudaFree"):
        yield rule.replace((start, start + len(b"cudaFree")), b"toyFree", "runtime")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(targets, "_CODE", dict(targets._CODE))
    targets.register(CodeTarget("toy", (rule,), has_projects=False))


@pytest.fixture
def src(tmp_path: Path) -> Path:
    (tmp_path / "src" / "k").mkdir(parents=True)
    (tmp_path / "src" / "k" / "a.cu").write_bytes(CUDA)
    return tmp_path / "src"


def porter(*arguments: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(group, [str(one) for one in arguments], input=given)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tree_is_converted(src: Path, tmp_path: Path, jobs: int) -> None:
    out, report = tmp_path / "out", tmp_path / "report.json"
    for number in range(40):
        (src / f"{number}.cu").write_bytes(CUDA + b"// " + b"x" * 10_000)
    done = porter("convert", src, "--to", "toy", "--out", out, "--report", report, "--jobs", jobs)
    assert done.exit_code == 0, done.output
    assert (out / "k" / "a.cu").read_bytes() == TOY
    document = json.loads(report.read_text())
    assert document["options"]["to"] == "toy"
    assert {edit["rule"] for file in document["files"] for edit in file["edits"]} == {"TOY01"}
    again = porter("convert", src, "--to", "toy", "--out", out)
    assert "41 known from an earlier run" in again.output and "toy-names" in again.output


def test_standard_input_is_converted() -> None:
    done = porter("convert", "-", "--to", "toy", given=CUDA)
    assert done.stdout_bytes == TOY


def test_it_is_named_among_the_targets_and_has_no_projects(src: Path) -> None:
    missing = porter("convert", src, "--to", "nothing")
    assert isinstance(missing.exception, PorterError)
    assert missing.exception.hint is not None and "hip, ck, toy, " in missing.exception.hint
    assert porter("convert", src, "--to", "toy", "--rename", "--diff").exit_code == 2


def test_sync_keeps_a_port_in_step(
    src: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "porter.toml").write_text(
        '[project]\nupstream = "src"\nport = "port"\nto = "toy"\n'
    )
    monkeypatch.chdir(tmp_path)
    assert porter("sync").exit_code == 0
    ported = tmp_path / "port" / "k" / "a.cu"
    assert ported.read_bytes() == TOY
    ported.write_bytes(b"// by hand\n" + TOY)
    (src / "k" / "a.cu").write_bytes(CUDA + b"void g(int* p) { cudaFree(p); }\n")
    assert porter("sync", "--allow-dirty").exit_code == 0
    assert ported.read_bytes() == b"// by hand\n" + TOY + b"void g(int* p) { toyFree(p); }\n"
    assert porter("check").exit_code == 0, porter("check").output


def test_a_rule_pack_may_follow(src: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(
        '[pack]\nname = "p"\ntarget = "game"\n\n[[rename]]\nfrom = "toy"\nto = "game"\n'
    )
    done = porter("convert", "-", "--to", "toy", "--rules", pack, given=CUDA)
    assert done.stdout_bytes == CUDA.replace(b"cudaFree", b"gameFree")
