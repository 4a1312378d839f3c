"""The reference: the first way that works, and why it was not a better one."""

import pytest

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.verify import sides


def offers(**ways):
    def fails(name):
        def call():
            raise PorterError(f"no {name}")

        return call

    return {way: (lambda way=way: way) if ways.get(way) else fails(way) for way in sides.WAYS}


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: None)


def test_a_gpu_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: object())
    assert sides.choose("", "a.cu", offers(gpu=True, recorded=True)) == sides.Chosen(
        "gpu", is_live=True
    )
    with pytest.raises(PorterError, match="no gpu"):  # a failure there is no reason to look away
        sides.choose("", "a.cu", offers(recorded=True, cpu=True))


def test_then_a_recording_then_the_executor(no_gpu: None) -> None:
    assert sides.choose("", "a.cu", offers(recorded=True, cpu=True)) == sides.Chosen("recorded")
    assert sides.choose("", "a.cu", offers(cpu=True)) == sides.Chosen("cpu", "no recorded")
    assert sides.choose("", "recorded", offers(cpu=True)).note == "no it"


def test_the_way_that_was_asked_for_or_none(no_gpu: None) -> None:
    assert sides.choose("cpu", "a.cu", offers(recorded=True, cpu=True)) == sides.Chosen("cpu")
    with pytest.raises(PorterError, match="no recorded"):
        sides.choose("recorded", "a.cu", offers(cpu=True))


def test_names_on_the_command_line() -> None:
    assert sides.parse_reference("cuda") == "" and sides.parse_reference("cuda:cpu") == "cpu"
    assert sides.parse_port_side("hip:cpu") == ()
    assert sides.parse_port_side("hip:cpu:gfx942,gfx1100") == ("gfx942", "gfx1100")
    assert sides.parse_port_side("hip:nvidia") == (sides.NVIDIA,)
    for text in ("cuda:amd", "hip"):
        with pytest.raises(PorterError, match="is no reference"):
            sides.parse_reference(text)
    assert sides.parse_port_side("hip:gpu") == (sides.AMD,)
    with pytest.raises(PorterError, match="cannot be run on 'hip:tpu'"):
        sides.parse_port_side("hip:tpu")


def test_an_amd_gpu_is_the_default_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for found, archs in ((None, ()), (object(), (sides.AMD,))):
        monkeypatch.setattr(amd, "device", lambda found=found: found)
        assert sides.parse_port_side("hip") == archs
