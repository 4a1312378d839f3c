"""What the repository offers to CI services: an action, a component, an image."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from porter.cli import COMMANDS
from porter.toolchain.components import components
from tests.sync.edits.test_edits import LEFT
from tests.sync.trees import CUDA, Repository

yaml = pytest.importorskip("yaml", reason="pip install '.[dev]'")

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
SPEC, COMPONENT = yaml.safe_load_all((ROOT / "templates" / "check.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.fixture
def stale(repository: Repository) -> Repository:
    """A repository whose port has an old error, and is not what upstream gives."""
    repository.upstream(a_cu=CUDA, left_cu=LEFT)
    repository.sync()
    repository.upstream(a_cu=CUDA + b"//\n")
    return repository


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """A folder with nothing but `porter`, of this checkout."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "porter"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m porter "$@"\n')
    program.chmod(0o755)
    return folder


def run(
    shell: list[str], script: str, folder: Path, bin_folder: Path, variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a script as a service does: with its variables, a PATH, a home, and nothing else."""
    environment = {
        "PATH": f"{bin_folder}:/usr/bin:/bin",
        "HOME": str(bin_folder.parent),
        "PORTER_HOME": os.environ["PORTER_HOME"],
        "PYTHONPATH": str(ROOT),
        **variables,
    }
    return subprocess.run(
        [*shell, script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in ACTION["runs"]["steps"] if one["name"] == name]
    return found


def act_variables(name: str, action_path: str = "", **inputs: str) -> dict[str, str]:
    """Return the variables of a step of the action with these inputs, the others by default."""
    values = {key: one["default"] for key, one in ACTION["inputs"].items()} | inputs
    variables = {}
    for key, text in step(name)["env"].items():
        value = text.replace("|| github.action_path", "")
        value = re.sub(r"\$\{\{ inputs\.(\w+) +\}\}", lambda found: values[found[1]], value)
        assert "${{" not in value
        variables[key] = value or (action_path if "github.action_path" in text else "")
    return variables


def act(
    name: str, folder: Path, bin_folder: Path, **inputs: str
) -> subprocess.CompletedProcess[str]:
    """Run a step of the action."""
    variables = act_variables(name, **inputs)
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    return run(shell, step(name)["run"], folder, bin_folder, variables)


def test_no_input_reaches_a_script_but_as_a_variable() -> None:
    """An expression within a script would be code of whoever chose the input."""
    for one in ACTION["runs"]["steps"]:
        assert "${{" not in one["run"]
        assert one["shell"] == "bash"
    text = (ROOT / "action.yml").read_text()
    for name in ACTION["inputs"]:
        assert f"inputs.{name}" in text


def test_the_action_fails_where_a_port_is_stale(stale: Repository, bin_folder: Path) -> None:
    done = act("check the ports", stale.root, bin_folder)
    assert done.returncode == 1, done.stderr
    assert "up: a.cu: stale" in done.stdout
    assert json.loads((stale.root / "porter.sarif").read_bytes())["runs"]


def test_the_action_takes_a_baseline_with_a_blank_in_its_name(
    stale: Repository, bin_folder: Path
) -> None:
    stale.sync()
    assert act("check the ports", stale.root, bin_folder).returncode == 1
    shell = ["bash", "-c"]
    run(shell, "porter check --write-baseline 'old errors.json'", stale.root, bin_folder, {})
    done = act("check the ports", stale.root, bin_folder, baseline="old errors.json", projects="up")
    assert done.returncode == 0, done.stdout + done.stderr


def test_inputs_are_no_code(stale: Repository, bin_folder: Path) -> None:
    bad = '$(touch pwned) `touch pwned` "; touch pwned; "'
    done = act("check the ports", stale.root, bin_folder, projects=bad, sarif="a; touch pwned")
    assert done.returncode == 2
    assert not list(stale.root.rglob("pwned"))


def test_the_action_writes_a_report(stale: Repository, bin_folder: Path) -> None:
    done = act("write the report", stale.root, bin_folder, report="up", page="page.html")
    assert done.returncode == 0, done.stderr
    assert b"Work list" in (stale.root / "page.html").read_bytes()


def component(**inputs: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables and the script of the component with these inputs."""
    values = {
        key: (one or {}).get("default", "") for key, one in SPEC["spec"]["inputs"].items()
    } | inputs
    (job,) = COMPONENT.values()
    variables = {
        key: re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: values[found[1]], text)
        for key, text in job["variables"].items()
    }
    return variables, job["script"]


def test_the_component_checks_and_reports(stale: Repository, bin_folder: Path) -> None:
    variables, script = component(report="up")
    done = run(["sh", "-ec"], "\n".join(script), stale.root, bin_folder, variables)
    assert done.returncode == 1, done.stderr
    assert "up: a.cu: stale" in done.stdout
    for artifact in COMPONENT["porter-check"]["artifacts"]["paths"]:
        assert (stale.root / artifact).is_file()
    assert "$[[" not in "".join(script)


def test_the_component_passes_where_all_is_in_step(
    repository: Repository, bin_folder: Path
) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    variables, script = component(projects="up")
    done = run(["sh", "-ec"], "\n".join(script), repository.root, bin_folder, variables)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_installs_components_that_there_are() -> None:
    calls = re.findall(r"porter (\S+) (\S+)((?: [\w-]+)*)", DOCKERFILE.split("FROM", 1)[1])
    assert [call[:2] for call in calls] == [("toolchain", "install")] * 2
    for command, _, names in calls:
        assert command in COMMANDS
        assert set(names.split()) <= components().keys()
    copied = re.search(r"^COPY (\S+) (\S+)$", DOCKERFILE, re.M)
    assert copied is not None
    assert f"pip install --no-cache-dir {copied[2]}\n" in DOCKERFILE


@pytest.mark.slow
def test_the_files_are_what_their_services_take(tmp_path: Path) -> None:
    """By the services' schemas, as `check-jsonschema` brings them."""
    pytest.importorskip("check_jsonschema", reason="pip install check-jsonschema")
    component_file = tmp_path / "check.yml"
    component_file.write_text(yaml.safe_dump(COMPONENT))
    examples = re.findall(
        r"^```yaml\n# (\S+)\n(.*?)^```$",
        (ROOT / "docs" / "ci.md").read_text() + (ROOT / "docs" / "verify.md").read_text(),
        re.S | re.M,
    )
    checked = [("vendor.github-actions", ROOT / "action.yml"), ("vendor.gitlab-ci", component_file)]
    for name, text in examples:
        kind = "github-workflows" if ".github" in name else "gitlab-ci"
        if name == ".pre-commit-config.yaml":
            continue
        place = tmp_path / f"{len(checked)}.yml"
        place.write_text(text)
        checked.append((f"vendor.{kind}", place))
    assert len(checked) >= 5
    for schema, path in checked:
        words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{path}: {done.stdout}{done.stderr}"


def test_bash_is_there() -> None:
    assert shutil.which("bash"), "the action's steps are bash's"
