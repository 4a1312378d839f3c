"""`porter run -- COMMAND`: a project's own tests and examples, with the executor as the device."""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.own_build.torch_command import command, is_command

WITH_TORCH = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")
ROW_SUMS = Path(__file__).parents[1] / "execute" / "cpu" / "torch_extension" / "row_sums"

#: Expressions, and what they give on a PyTorch for ROCm, too.
FACTS = {
    "torch.cuda.is_available() and torch.version.hip is not None": True,
    "torch.cuda.device_count(), torch.cuda.current_device()": [1, 0],
    "'gfx942' in torch.cuda.get_device_properties(0).gcnArchName": True,
    "torch.cuda.get_device_properties('cuda').warp_size": 64,
    "torch.zeros(2).cuda().is_cuda, torch.zeros(2).to('cuda:0').device.type": [True, "cuda"],
    "torch.nn.Linear(2, 3).cuda()(torch.ones(1, 2, device='cuda')).shape[1]": 3,
    "in_autocast(torch.ones(2, 2, device='cuda'))": "torch.bfloat16",
    "elapsed() >= 0": True,
    "seeded(3) == seeded(3), seeded(3) == seeded(4)": [True, False],
    "seeded_by(torch.Generator(device='cuda')) == seeded_by(torch.Generator(device='cuda'))": True,
    "grown(lambda: torch.empty(1 << 20, device='cuda')) >= 1 << 22": True,
    "scaled_step()": True,
    "torch.tensor([1, 2], device='cuda', dtype=torch.int8).untyped_storage().cpu().tolist()": [
        1,
        2,
    ],
    "torch.jit.script(positive)(torch.tensor([-1, 2], device='cuda')).tolist()": [2],
    "shared(torch.zeros(0, device='cuda'), torch.ones(2, device='cuda'))": [2.0, 2.0],
    "refused(torch.cuda.CUDAGraph)": "the cpu executor does not imitate torch.cuda.CUDAGraph",
    "refused(torch.cuda.graphs.CUDAGraph)": "the cpu executor does not imitate "
    "torch.cuda.CUDAGraph",
    "refused(torch.cuda.nccl.version)": "the cpu executor does not imitate torch.cuda.nccl.version",
    "refused(torch.cuda.tunable.enable)": "the cpu executor does not imitate "
    "torch.cuda.tunable.enable",
    "refused(lambda: torch.ones(2, device='cuda').untyped_storage()._share_cuda_())": "the cpu "
    "executor does not imitate torch.UntypedStorage._share_cuda_",
    "torch.cuda.nvtx.range_push('a'), torch.cuda.nvtx.range_pop()": [0, 0],
    "torch.cuda.profiler.start(), torch.cuda.get_sync_debug_mode()": [None, 0],
    "torch.cuda.IntTensor(2, 3).zero_().tolist()": [[0, 0, 0], [0, 0, 0]],
    "facts_of(torch.cuda.HalfTensor([1, 2]))": [True, "torch.float16", [1.0, 2.0]],
    "torch.cuda.FloatTensor().shape, torch.cuda.FloatTensor(torch.Size([2])).shape": [[0], [2]],
    "torch.zeros(2).type(torch.cuda.LongTensor).type()": "torch.cuda.LongTensor",
    "isinstance(torch.zeros(2).cuda(), torch.cuda.FloatTensor)": True,
    "isinstance(torch.zeros(2), torch.cuda.FloatTensor)": False,
}
PROGRAM = """
import json, sys
import torch

def in_autocast(x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return str((x @ x).dtype)

def elapsed():
    first, second = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.cuda.stream(torch.cuda.Stream()) as _:
        first.record(); second.record()
    torch.cuda.synchronize()
    return first.elapsed_time(second)

def seeded(seed):
    torch.cuda.manual_seed_all(seed)
    return torch.rand(3, device="cuda").tolist()

def seeded_by(generator):
    return torch.rand(3, device="cuda", generator=generator.manual_seed(5)).tolist()

def grown(make):
    before = torch.cuda.memory_allocated()
    made = make()
    return torch.cuda.memory_allocated() - before

def scaled_step():
    model = torch.nn.Linear(4, 1).cuda()
    scaler, step = torch.amp.GradScaler("cuda"), torch.optim.SGD(model.parameters(), 0.1)
    before = model.weight.detach().clone()
    scaler.scale(model(torch.ones(2, 4, device="cuda")).sum()).backward()
    scaler.step(step)
    scaler.update()
    return bool((model.weight != before).all())

def positive(x):
    return x[x > 0]

def shared(x, y):
    x.set_(y)
    y.add_(1)
    return x.tolist()

def facts_of(x):
    return x.is_cuda, str(x.dtype), x.tolist()

def refused(make):
    try:
        make()
    except NotImplementedError as error:
        return str(error)

with open(sys.argv[2], "w") as out:
    json.dump({text: eval(text) for text in json.loads(sys.argv[1])}, out)
"""
TEST = """
import pytest, torch
from row_sums import row_sums

@pytest.mark.parametrize("columns", [1, 33, 130])
def test_sums(columns):
    x = torch.randn(5, columns, device="cuda", requires_grad=False)
    assert row_sums(x).is_cuda
    assert torch.allclose(row_sums(x), x.sum(1), atol=1e-5)
"""


@pytest.mark.parametrize(
    ("words", "run"),
    [
        (["pytest", "tests"], [sys.executable, "-m", "pytest", "tests"]),
        (["python", "x.py"], [sys.executable, "x.py"]),
        (["ls", "-l"], ["ls", "-l"]),
        ([sys.executable, "x.py"], [sys.executable, "x.py"]),
        (["/bin/ls", "-l"], ["/bin/ls", "-l"]),
    ],
)
def test_commands_run_in_this_python(words: list[str], run: list[str]) -> None:
    assert is_command(words) and command(words) == run


def test_a_python_of_another_environment_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "bin" / "python3.12"
    other.parent.mkdir()
    other.symlink_to(sys.executable)
    with pytest.raises(PorterError, match="is of another environment than porter"):
        command([str(other), "x.py"])


def test_sources_and_folders_are_no_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ls").mkdir()
    (tmp_path / "a.cu").touch(mode=0o777)
    assert not is_command(["a.cu"]) and not is_command(["./a.cu"])
    assert not is_command(["ls"]) and not is_command(["a/b.cu"]) and not is_command(["gone.hip"])
    (tmp_path / "python").mkdir()  # a project's own sources in Python
    assert is_command(["python", "x.py"]) and not is_command(["python"])
    assert not is_command(["ls", "-l"])


def test_what_is_neither_is_refused() -> None:
    done = CliRunner().invoke(group, ["run", "no_such_source.cu"])
    assert done.exit_code == 2 and "is no source and no command" in done.output


@WITH_TORCH
@pytest.mark.slow
@pytest.mark.toolchain
def test_pytorch_answers_as_for_a_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "use.py").write_text(PROGRAM)
    done = CliRunner().invoke(
        group, ["run", "--on", "cpu", "--", "python", "use.py", json.dumps([*FACTS]), "facts.json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "facts.json").read_text()) == FACTS


@WITH_TORCH
@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(("arch", "lanes"), [("gfx942", 64), ("gfx1100", 32)])
def test_the_device_is_the_one_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arch: str, lanes: int
) -> None:
    """Before an extension is loaded, too: Python chose as for gfx942 whatever was asked for."""
    monkeypatch.chdir(tmp_path)
    Path("use.py").write_text(
        "import torch\nfound = torch.cuda.get_device_properties(0)\n"
        "open('said', 'w').write(f'{found.gcnArchName.split(chr(58))[0]} {found.warp_size}')\n"
    )
    words = ["run", "--on", "cpu", "--arch", arch, "--", "python", "use.py"]
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    assert Path("said").read_text() == f"{arch} {lanes}"


@WITH_TORCH
@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_a_projects_own_tests_run_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arch: str
) -> None:
    shutil.copytree(ROW_SUMS, tmp_path / "port")
    monkeypatch.chdir(tmp_path / "port")
    Path("test_sums.py").write_text(TEST)
    words = ["pytest", "-q", "-p", "no:cacheprovider", "test_sums.py", "--junitxml", "out.xml"]
    done = CliRunner().invoke(group, ["run", "--on", "cpu", "--arch", arch, "--", *words])
    assert done.exit_code == 0, done.output
    assert 'tests="3"' in Path("out.xml").read_text()
    source = next(Path("csrc").glob("*.hip"), None) or next(Path("csrc").glob("*.cu"))
    assert source.is_file() and os.listdir(".")  # nothing was built in the folder
    assert not Path("build").exists()


@WITH_TORCH
@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(("place", "options"), [("port", []), ("elsewhere", ["--with", "../port"])])
def test_a_script_in_another_folder_finds_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, options: list[str]
) -> None:
    shutil.copytree(ROW_SUMS, tmp_path / "port")
    (tmp_path / place / "examples").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / place)
    Path("examples/use.py").write_text(
        "import torch\nfrom row_sums import row_sums\n"
        "open('sum', 'w').write(str(row_sums(torch.ones(1, 40, device='cuda')).item()))\n"
    )
    words = ["run", "--on", "cpu", *options, "--", "python", "examples/use.py"]
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    assert Path("sum").read_text() == "40.0"


def test_other_ports_are_for_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cu").touch()
    done = CliRunner().invoke(group, ["run", "--with", ".", "a.cu"])
    assert done.exit_code == 2 and "is for commands" in done.output
