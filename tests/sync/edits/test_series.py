"""`porter edits --series`: a port as patches to upstream, each about one matter."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.convert.gates.build_files import build_side
from porter.convert.gates.code import WORDS
from porter.convert.gates.words import side
from porter.processes.child_python import python
from porter.source.text.languages import Language
from porter.sync.edits.series import series
from porter.sync.plan.status import section_for
from tests.sync.trees import Repository, write

KERNEL = b"""\
__global__ void sum(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

int total(const int* in, int n) {
  int *out, host = 0;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  sum<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
  host = *out;
  cudaFree(out);
  return host;
}

int main() {
  int* in;
  cudaMallocManaged(&in, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  return total(in, 64) != 2016;
}
"""
MAKEFILE = b"NVCC = nvcc\nsum: sum.cu\n\t$(NVCC) -arch=sm_80 -o $@ $<\n"
SUBJECTS = [
    "Add the headers that give HIP's side CUDA's meaning",
    "Call HIP's runtime and libraries where CUDA's are called",
    "Say for HIP's compiler what only nvcc takes",
    "Keep warps of 32 lanes on wavefronts of 64",
    "Change by hand what no rule writes",
    "Build HIP's side where it is asked for",
]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A port with a hand edit."""
    made = Repository(tmp_path)
    made.upstream(**{"sum.cu": KERNEL, "Makefile": MAKEFILE, "README.md": b"By nvcc.\n"})
    made.sync()
    port = made.port / "sum.cu"
    port.write_bytes(port.read_bytes().replace(b"return host;", b"return host + 0;  // AMD"))
    made.sync()
    return made


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def applied(repository: Repository) -> Path:
    """Return upstream's tree in a repository of its own, with the series applied."""
    tree, mails = repository.root / "tree", repository.root / "mails"
    shutil.copytree(repository.up, tree)
    git(tree, "init", "-q")
    git(tree, "add", "--all")
    git(tree, "commit", "-qm", "upstream")
    done = CliRunner().invoke(group, ["edits", "--series", str(mails)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    git(tree, "am", "-q", *[str(path) for path in sorted(mails.iterdir())])
    return tree


def test_each_patch_is_about_one_matter_and_leaves_cudas_side(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository.root)
    tree = applied(repository)
    commits = git(tree, "log", "--reverse", "--format=%H %s").splitlines()
    assert [line.partition(" ")[2] for line in commits] == ["upstream", *SUBJECTS]
    for line in commits:
        git(tree, "checkout", "-q", line.partition(" ")[0])
        assert side((tree / "sum.cu").read_bytes(), WORDS, hip=False) == KERNEL
        makefile = (tree / "Makefile").read_bytes()
        assert build_side(Language.MAKE, makefile, hip=False) == MAKEFILE
    port = (repository.port / "sum.cu").read_bytes()
    assert side((tree / "sum.cu").read_bytes(), WORDS, hip=True) == port
    assert (
        build_side(Language.MAKE, makefile, hip=True) == (repository.port / "Makefile").read_bytes()
    )
    assert (tree / "README.md").read_bytes() == b"By nvcc.\n"


def test_line_ends_and_odd_bytes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """git takes a carriage return off each line of a mail that is sent as it is."""
    repository = Repository(tmp_path)
    kernel = KERNEL.replace(b"\n", b"\r\n")
    latin = KERNEL.replace(b"  *out = 0;", b"  *out = 0;  // z\xe9ro = 0 \t ")
    repository.upstream(**{"sum.cu": kernel, "latin.cu": latin, "mixed.cu": kernel[:300] + KERNEL})
    repository.sync()
    monkeypatch.chdir(repository.root)
    tree = applied(repository)
    for path in repository.port.glob("*.cu"):
        made = (tree / path.name).read_bytes()
        assert side(made, WORDS, hip=False) == (repository.up / path.name).read_bytes()
        assert side(made, WORDS, hip=True) == path.read_bytes()


def test_what_has_no_part_in_it_is_told(repository: Repository) -> None:
    write(repository.up, {"run.sh": b"nvcc -o sum sum.cu\n", "mine.mk": b"ifdef HIP\nX=$(HIP)\n"})
    write(repository.up, {"mine.mk": b"X = $(HIP)\nY = nvcc -arch=sm_80\nx:\n\t$(Y) x.cu\n"})
    repository.sync()
    made = series(
        repository.settings,
        repository.project,
        section_for(repository.settings, repository.project),
    )
    assert made.left["run.sh"] == "no compiler chooses between its sides"
    assert "it has a switch of its own" in made.left["mine.mk"]


def test_a_port_that_is_behind_makes_none(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository.root)
    repository.upstream(**{"sum.cu": KERNEL + b"// more\n"})
    done = CliRunner().invoke(group, ["edits", "--series", "mails"])
    assert done.exit_code != 0
    assert "sum.cu changed since the last sync" in str(done.exception or done.output)
    assert not (repository.root / "mails").exists()


@pytest.mark.slow
@pytest.mark.toolchain
def test_cudas_side_builds_at_each_patch_and_hips_at_the_last(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository.root)
    tree = applied(repository)
    monkeypatch.delenv("PORTER_HOME")  # where the toolchain is
    nvcc = Path(python("-m", "porter")[0]).parent / "porter-nvcc"
    for commit in git(tree, "log", "--reverse", "--format=%H").split():
        git(tree, "checkout", "-q", commit)
        subprocess.run(["make", "-B", f"NVCC={nvcc}"], cwd=tree, check=True)
        subprocess.run(["./sum"], cwd=tree, check=True)
    (tree / "sum").unlink()
    build = python("-m", "porter", "build", "--native", "--on", "cpu", "--arch", "gfx942", ".")
    subprocess.run(build, cwd=tree, check=True)
    subprocess.run(["./sum"], cwd=tree, check=True)
