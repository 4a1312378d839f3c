"""Of programs that say nothing of their results launches are recorded, which are compared then.

The executor's nvcc stands for the one of a machine with a GPU.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import nvidia
from porter.project.settings.settings import ProjectSettings
from porter.verify.kinds import checks, recorders
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu
from tests.stand_ins import stand_in
from tests.verify.test_on_nvidia import CUDA

pytestmark = pytest.mark.toolchain
QUIET = CUDA.replace('std::printf("%g %g\\n", y[0], y[1]);', "")


@pytest.mark.parametrize(("factor", "passes"), [("2", True), ("3", False)])
def test_they_are_compared_where_no_gpu_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factor: str, passes: bool
) -> None:
    nvcc = stand_in(tmp_path / "bin", "porter-nvcc")
    gpu = nvidia.Device("a GPU", "580", "80", f"13.0 of {tmp_path}", nvcc)
    hip = QUIET.replace("cuda_runtime", "hip/hip_runtime").replace("cuda", "hip")
    for side, text in (("cuda", QUIET), ("hip", hip.replace("*= 2", f"*= {factor}"))):
        (tmp_path / side).mkdir()
        (tmp_path / side / "twice.cu").write_text(text)
    project = ProjectSettings(
        tmp_path / "cuda", tmp_path / "hip", recordings=tmp_path / "recordings"
    )
    with monkeypatch.context() as there:
        there.setattr(nvidia, "device", lambda: gpu)
        (recorder,) = recorders(project, 60)
        assert len(recorder.record()) == 2
    monkeypatch.setattr(nvidia, "device", lambda: None)
    (check,) = checks(project, (Cpu("gfx1100"),), Ref.RECORDED)
    verdict = check.run(Options(Ref.RECORDED))
    assert verdict.passed is passes, verdict
    assert any("launch by launch: 1 launches agree" in one for one in verdict.remarks) is passes
