"""A profile as text: kernels, and their lines by time."""

from __future__ import annotations

from pathlib import Path

from porter.execute.cpu.checking.profile import KernelProfile
from porter.execute.cpu.checking.symbols import Frame
from porter.report.device.profile import profile_json, profile_text


def profiled() -> KernelProfile:
    kernel = KernelProfile(launches=2, seconds=0.25, blocks=8, waves=32)
    kernel.lines[Frame("/src/k.hip", 4, 0, "sum")].add({"global_read": 4096, "nanoseconds": 3})
    kernel.lines[Frame("/src/k.hip", 9, 0, "sum")].add({"barriers": 64, "nanoseconds": 1})
    kernel.lines[Frame("/src/k.hip", 9, 0, "sum")].add({"lds_written": 100})
    return kernel


def test_text_shows_lines_with_most_time_first() -> None:
    shown = profile_text({"sum(int*)": profiled()}, Path("/src")).splitlines()
    assert shown[0] == "kernel sum(int*)"
    assert shown[1] == "  2 launches, 250.000 ms, 8 blocks, 32 waves"
    assert shown[4].split() == ["75.0%", "4", "KiB", "k.hip:4"]
    assert shown[5].split() == ["25.0%", "64", "100", "B", "k.hip:9"]


def test_json_has_each_count() -> None:
    (kernel,) = profile_json({"sum(int*)": profiled()})
    assert kernel["waves"] == 32
    assert kernel["lines"][1]["barriers"] == 64
    assert kernel["lines"][1]["lds_written"] == 100
