"""The image, the action and the component, from nothing: their lines run in an empty Debian.

The services' own machines are not to be had here. In place of `python:3.12-slim-bookworm` stands a
Debian of debootstrap's with its own Python; the Dockerfile is built as it is, by buildah.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machines.debian import Debian, base
from tests.machines.test_kinds import CUDA
from tests.sync.test_ci_templates import ACTION, COMPONENT, DOCKERFILE, act_variables, component

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a clone of this repository has, and nothing that was built in it."""
    folder = tmp_path_factory.mktemp("clone") / "porter"
    shutil.copytree(
        ROOT, folder, symlinks=True,
        ignore=shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache"),
    )  # fmt: skip
    return folder


@pytest.fixture
def machine(sources: Path, tmp_path: Path) -> Debian:
    """A Debian with nothing but Python, this repository's sources, and a project with a port."""
    made = Debian(base("amd64"), tmp_path / "machine")
    made.put(sources, "/opt/porter")
    (tmp_path / "vote.cu").write_text(CUDA)
    made.put(tmp_path / "vote.cu", "/builds/kit/src/vote.cu")
    return made


def test_the_lines_of_the_component_and_of_the_action(machine: Debian) -> None:
    """GitLab's job begins with nothing; GitHub's machine has git, which that job has installed."""
    (job,) = COMPONENT.values()
    variables, script = component(porter="/opt/porter", report="src")
    lines = "\n".join([*job["before_script"], "porter new project src port", "porter sync"])
    done = machine.run(lines, variables, cwd="/builds/kit")
    assert done.returncode == 0, done.stdout + done.stderr
    done = machine.run("\n".join(script), variables, cwd="/builds/kit")
    assert done.returncode == 0, done.stdout + done.stderr
    project = machine.upper / "builds" / "kit"
    for artifact in job["artifacts"]["paths"]:
        assert (project / artifact).is_file()
    (project / "src" / "vote.cu").write_text(f"{CUDA}// more\n")
    assert machine.run("\n".join(script), variables, cwd="/builds/kit").returncode == 1

    for one in ACTION["runs"]["steps"]:
        given = act_variables(one["name"], action_path="/opt/porter", report="src", sarif="a.sarif")
        done = machine.run(
            one["run"], given, cwd="/builds/kit", shell="bash --noprofile --norc -eo pipefail"
        )
        assert done.returncode == (one["name"] == "check the ports"), done.stdout + done.stderr
    assert json.loads((project / "a.sarif").read_bytes())["runs"]


class Buildah:
    """Builds and runs images without a daemon, all of it in one folder."""

    def __init__(self, folder: Path) -> None:
        places = ["--root", str(folder / "images"), "--runroot", str(folder / "run")]
        self.words = ["buildah", *places]

    def __call__(self, *words: str | Path, timeout: float = 3000) -> str:
        done = subprocess.run(
            [*self.words, *map(str, words)], capture_output=True, text=True, errors="replace",
            timeout=timeout, check=False, env={**os.environ, "BUILDAH_ISOLATION": "chroot"},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout.strip()


@pytest.fixture
def buildah(tmp_path: Path) -> Iterator[Buildah]:
    if shutil.which("buildah") is None:
        pytest.skip("apt-get install buildah")
    made = Buildah(tmp_path / "buildah")
    yield made
    made("rm", "--all")
    made("rmi", "--all", "--force")


def test_the_dockerfile_builds_an_image_that_converts_and_runs(
    buildah: Buildah, sources: Path, tmp_path: Path
) -> None:
    name = DOCKERFILE.partition("FROM ")[2].split()[0]
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, base("amd64"), "/")
    buildah("commit", "--quiet", container, f"docker.io/library/{name}")
    buildah("bud", "--pull-never", "--network", "host", "--tag", "porter", sources)
    (tmp_path / "work" / "src").mkdir(parents=True)
    (tmp_path / "work" / "src" / "vote.cu").write_text(CUDA)
    container = buildah("from", "--pull-never", "localhost/porter")
    config = json.loads(buildah("inspect", container))["OCIv1"]["config"]
    assert (config["Entrypoint"], config["WorkingDir"]) == (["porter"], "/src")

    def porter(*words: str) -> str:
        mounts = ("--volume", f"{tmp_path / 'work'}:/src")
        return buildah("run", "--network", "host", *mounts, container, "--", "porter", *words)

    porter("convert", "src", "--out", "port")
    assert "porter::ballot_sync" in (tmp_path / "work" / "port" / "vote.cu").read_text()
    porter("build", "port", "--arch", "gfx942,gfx1100")
    assert porter("run", "--on", "cpu", "port/vote.cu") == "31"
    assert "ok       verify" in porter("doctor")
