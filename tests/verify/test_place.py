"""Where the port runs: names on the command line, limits of cases, GPUs that are not there."""

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.project.settings.settings import ProjectSettings
from porter.verify.place import (
    Amd,
    Cpu,
    Nvidia,
    Place,
    device_for_cuda,
    device_for_port,
    parse_places,
    places_of,
)

PROJECT = ProjectSettings(Path("cuda"), Path("hip"), arch=("gfx942", "gfx1100"))
WAVE64, WAVE32 = Cpu("gfx942"), Cpu("gfx1100")


def test_names_on_the_command_line() -> None:
    assert parse_places("hip:cpu") == ()
    assert parse_places("hip:cpu:gfx942,gfx1100") == (WAVE64, WAVE32)
    assert parse_places("hip:cpu:gfx942,hip:cpu:gfx1100") == (WAVE64, WAVE32)
    assert parse_places("hip:nvidia") == (Nvidia(),)
    assert parse_places("hip:gpu") == (Amd(),)
    for text in ("hip:tpu", "cuda", "hip:nvidia:gfx942"):
        with pytest.raises(PorterError, match=f"cannot be run on '{text}'"):
            parse_places(text)


def test_an_architecture_is_never_taken_for_a_gpu() -> None:
    for name in ("nvidia", "gpu"):
        with pytest.raises(PorterError, match=f"'{name}' is not an architecture"):
            parse_places(f"hip:cpu:gfx942,{name}")


def test_an_amd_gpu_is_the_default_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for found, places in ((None, ()), (object(), (Amd(),))):
        monkeypatch.setattr(amd, "device", lambda found=found: found)
        assert parse_places("hip") == places


@pytest.mark.parametrize(
    ("own", "wanted", "places"),
    [
        ((), (), (WAVE64, WAVE32)),
        (("gfx1100",), (), (WAVE32,)),
        (("gfx1100",), (WAVE64, WAVE32), (WAVE32,)),
        (("gfx1100",), (WAVE64,), ()),
        ((), (WAVE64,), (WAVE64,)),
        (("gfx90a",), (), (Cpu("gfx90a"),)),
        (("gfx1100",), (Nvidia(),), (Nvidia(),)),
        (("gfx1100",), (Amd(),), (Amd(),)),
    ],
)
def test_limits_of_a_case_are_about_architectures(
    own: tuple[str, ...], wanted: tuple[Place, ...], places: tuple[Place, ...]
) -> None:
    assert places_of(PROJECT, own, wanted) == places


def test_a_gpu_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: None)
    monkeypatch.setattr(amd, "device", lambda: None)
    for place, name in ((Nvidia(), "NVIDIA GPU with nvcc"), (Amd(), "AMD GPU with hipcc")):
        with pytest.raises(PorterError, match=f"no {name} on this machine") as caught:
            device_for_port(place, Path("hip"))
        assert caught.value.hint == "take hip:cpu"
    with pytest.raises(PorterError, match="no NVIDIA GPU") as caught:
        device_for_cuda()
    assert caught.value.hint == "compare with --ref cuda:recorded"
