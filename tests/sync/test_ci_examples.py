"""The examples of docs/ci.md are what they say: they parse, and their commands do their work."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.hooks import git
from porter.cli import group
from tests.sync.edits.test_edits import LEFT
from tests.sync.trees import CUDA, Repository

yaml = pytest.importorskip("yaml", reason="pip install '.[dev]'")

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    match.group(1): yaml.safe_load(match.group(2))
    for match in re.finditer(
        r"^```yaml\n# (\S+)\n(.*?)^```$", (ROOT / "docs" / "ci.md").read_text(), re.S | re.M
    )
}


def test_the_examples_are_there() -> None:
    assert set(EXAMPLES) == {
        ".pre-commit-config.yaml", ".github/workflows/port.yml", ".gitlab-ci.yml",
        ".github/workflows/port-by-action.yml", ".gitlab-ci.component.yml",
    }  # fmt: skip


def test_the_hooks_of_the_example_exist() -> None:
    (repository,) = EXAMPLES[".pre-commit-config.yaml"]["repos"]
    known = {
        one["id"]: one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    }
    assert [one["id"] for one in repository["hooks"]] == list(known)
    script = (ROOT / "pyproject.toml").read_text()
    for hook in known.values():
        assert f"{hook['entry'].split()[0]} = " in script
    assert re.search(EXAMPLES[".pre-commit-config.yaml"]["exclude"], "ported/kit/.porter/base/a.cu")


def steps(example: str) -> tuple[list[str], str]:
    """Return the commands of porter's in an example, and the SARIF file that it uploads."""
    document = EXAMPLES[example]
    if example == ".gitlab-ci.yml":
        job = document["port"]
        return job["script"], job["artifacts"]["reports"]["sarif"]
    (job,) = document["jobs"].values()
    (upload,) = [one for one in job["steps"] if "upload-sarif" in one.get("uses", "")]
    assert upload["if"] == "always()"
    commands = [one["run"] for one in job["steps"] if one.get("run", "").startswith("porter ")]
    return commands, upload["with"]["sarif_file"]


def ran(commands: list[str]) -> list[int]:
    return [CliRunner().invoke(group, shlex.split(one)[1:]).exit_code for one in commands]


@pytest.mark.parametrize("example", [".github/workflows/port.yml", ".gitlab-ci.yml"])
def test_a_job_fails_where_the_port_is_stale_and_its_log_says_where(
    repository: Repository, example: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested = Repository(repository.root / "nested")
    git(repository.root, "init", "--quiet")
    nested.upstream(a_cu=CUDA, left_cu=b"// one\n" + LEFT, resolved_cu=LEFT)
    nested.sync()
    nested.by_hand(resolved_cu=b"void f() {}\n")
    nested.sync()
    nested.upstream(a_cu=CUDA + b"//\n")
    monkeypatch.chdir(nested.root)
    commands, file = steps(example)
    assert ran(commands) == [1]
    (run,) = json.loads(Path(file).read_bytes())["runs"]
    assert run["originalUriBaseIds"]["ROOT"]["uri"] == repository.root.resolve().as_uri() + "/"
    assert [(one["ruleId"], *place(one)) for one in run["results"]] == [
        ("API09", "nested/up/left.cu", 2),
        ("check/stale", "nested/port/a.cu", 1),
    ]
    assert "API09" in {one["id"] for one in run["tool"]["driver"]["rules"]}


def place(result: dict[str, Any]) -> tuple[str, int]:
    where = result["locations"][0]["physicalLocation"]
    return where["artifactLocation"]["uri"], where["region"]["startLine"]


def test_a_job_passes_where_all_is_in_step(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    monkeypatch.chdir(repository.root)
    commands, file = steps(".gitlab-ci.yml")
    assert ran(commands) == [0]
    assert json.loads(Path(file).read_bytes())["runs"][0]["results"] == []
