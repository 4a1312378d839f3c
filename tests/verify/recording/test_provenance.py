"""Where a result comes from, as reports say it."""

from datetime import UTC, datetime
from pathlib import Path

from porter.execute import nvidia
from porter.verify.recording.provenance import Provenance

GPU = nvidia.Device("NVIDIA H200", "580.1", "90", "13.0", Path("nvcc"))


def test_a_gpu_has_driver_toolkit_and_day() -> None:
    today = datetime.now(UTC).date().isoformat()
    made = Provenance.of_gpu(GPU, "abc")
    assert str(made) == f"NVIDIA H200, driver 580.1, CUDA 13.0, {made.date}"
    assert made.source == "abc" and today <= made.date <= datetime.now(UTC).date().isoformat()


def test_pytorch_is_named_where_it_had_a_part() -> None:
    made = Provenance.of_gpu(GPU, "abc", with_torch="2.11.0")
    assert made.toolkit == "13.0, PyTorch 2.11.0"


def test_the_executor_has_neither_driver_nor_day() -> None:
    assert str(Provenance.of_executor("abc")) == "CUDA on the cpu executor (sm_80)"
