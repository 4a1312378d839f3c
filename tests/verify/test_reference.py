"""The reference: the best source that there is, and why it was not a better one."""

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import nvidia
from porter.verify.options import Ref, parse_reference
from porter.verify.recording.unusable import UnusableRecording
from porter.verify.reference import Reference, resolve


class Source:
    """CUDA's side, which can be had from the sources that are named."""

    def __init__(self, *offered: str) -> None:
        self.offered = offered

    def on_gpu(self) -> Reference[str]:
        return self.had("gpu")

    def recorded(self) -> Reference[str]:
        if "recorded" not in self.offered:
            message = "the sources have changed since a.cu was recorded"
            reason = "the sources have changed since it was recorded"
            raise UnusableRecording(message, reason=reason, path=Path("a.json"), hint="record it")
        return self.had("recorded")

    def on_cpu(self) -> Reference[str]:
        return self.had("cpu")

    def had(self, name: str) -> Reference[str]:
        if name not in self.offered:
            raise PorterError(f"no {name}")
        return Reference(name, f"from {name}")


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: None)


def test_a_gpu_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: object())
    found = resolve(Source("gpu", "recorded"), Ref.BEST)
    assert found == Reference("gpu", "from gpu", is_live=True)
    with pytest.raises(PorterError, match="no gpu"):  # a failure there is no reason to look away
        resolve(Source("recorded", "cpu"), Ref.BEST)


def test_then_a_recording_then_the_executor(no_gpu: None) -> None:
    found = resolve(Source("recorded", "cpu"), Ref.BEST)
    assert found == Reference("recorded", "from recorded")
    found = resolve(Source("cpu"), Ref.BEST)
    assert found.result == "cpu"
    assert found.note == "the sources have changed since it was recorded"  # of many cases


def test_only_a_recording_that_cannot_be_used_is_passed_over(
    no_gpu: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Source("recorded", "cpu")
    monkeypatch.setattr(source, "recorded", lambda: source.had("a shape that makes sense"))
    with pytest.raises(PorterError, match="no a shape that makes sense"):
        resolve(source, Ref.BEST)


def test_the_source_that_was_asked_for_or_none(no_gpu: None) -> None:
    assert resolve(Source("recorded", "cpu"), Ref.CPU) == Reference("cpu", "from cpu")
    with pytest.raises(UnusableRecording, match=r"since a\.cu was recorded"):
        resolve(Source("cpu"), Ref.RECORDED)
    with pytest.raises(PorterError, match="does not run CUDA's side"):
        resolve(Source("gpu", "recorded", "cpu"), Ref.TORCH)


def test_names_on_the_command_line() -> None:
    assert parse_reference("cuda") is Ref.BEST and parse_reference("cuda:cpu") is Ref.CPU
    assert parse_reference("torch") is Ref.TORCH
    for text in ("cuda:amd", "hip", "cuda:torch", "cuda:"):
        with pytest.raises(PorterError, match="is not a reference") as caught:
            parse_reference(text)
        assert caught.value.hint == "known: torch, cuda, cuda:gpu, cuda:recorded, cuda:cpu"
