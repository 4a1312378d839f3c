"""Installing: all or nothing, once, one at a time. The packages and apt are stand-ins."""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.lock import exclusive
from porter.toolchain import install as module
from porter.toolchain import staging
from porter.toolchain.apt import Version
from porter.toolchain.components import Component, components, select
from porter.toolchain.home import Prefix
from porter.toolchain.install import install
from porter.toolchain.manifest import Artifact, read_manifest, sha256_of
from porter.toolchain.model import Toolchain

from .archives import make_deb, make_wheel

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")

ROCM = Component("rocm", "headers", True, "rocm", ("libhip-dev",), prefer=("6.4.3", "6."))
PEERS = Component("peers", "others", False, "rocm", ("hipify-perl",))


class FakeApt:
    """Serves packages made on the spot; `offers` can be changed by a test."""

    codename = "bookworm"

    def __init__(self, downloads: Path) -> None:
        self.downloads = downloads
        self.offers = {
            "libhip-dev": [Version("7.0-1", "sid"), Version("6.4.3-1", "forky")],
            "hipify-perl": [Version("7.0-1", "sid")],
        }
        self.fetched: list[str] = []
        self.fail_on = ""

    def versions(self, names: Sequence[str]) -> dict[str, list[Version]]:
        return {name: self.offers.get(name, []) for name in names}

    def fetch(self, wanted: Sequence[Artifact], say: Callable[[str], None]) -> list[Artifact]:
        self.downloads.mkdir(parents=True, exist_ok=True)
        found = []
        for a in wanted:
            if a.name == self.fail_on:
                raise PorterError(f"cannot fetch {a.name}")
            path = self.downloads / f"{a.name}_{a.version}.deb"
            make_deb(path, {f"./usr/include/{a.name}.h": a.version})
            self.fetched.append(a.name)
            size = path.stat().st_size
            found.append(replace(a, file=path.name, sha256=sha256_of(path), size=size))
        return found


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return Prefix(tmp_path / "home")


@pytest.fixture
def apt(prefix: Prefix, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeApt]:
    fake = FakeApt(prefix.downloads)
    monkeypatch.setattr(module._Installation, "_apt", fake)
    monkeypatch.setattr(staging, "find", lambda prefix, archs: "a toolchain")
    monkeypatch.setattr(staging, "verify_hip", lambda toolchain, archs: None)
    yield fake
    assert not list(prefix.home.glob("staging-*")), "the staging directory is always removed"


def quiet(line: str) -> None:
    pass


def header(prefix: Prefix, component: str, package: str) -> Path:
    return prefix.place(component) / "usr" / "include" / f"{package}.h"


def test_installs_and_records_exactly_what_was_fetched(prefix: Prefix, apt: FakeApt) -> None:
    (outcome,) = install([ROCM], prefix, quiet)
    assert outcome.state == "installed"
    assert header(prefix, "rocm", "libhip-dev").read_text() == "6.4.3-1"
    manifest = read_manifest(prefix.place("rocm"))
    assert manifest is not None
    (artifact,) = manifest.artifacts
    assert (artifact.version, artifact.suite, artifact.note) == ("6.4.3-1", "forky", "")
    assert artifact.sha256 == sha256_of(prefix.downloads / artifact.file)


def test_second_run_fetches_nothing(prefix: Prefix, apt: FakeApt) -> None:
    install([ROCM], prefix, quiet)
    (outcome,) = install([ROCM], prefix, quiet)
    assert outcome.state == "kept"
    assert apt.fetched == ["libhip-dev"]


def test_a_changed_recipe_or_force_installs_again(prefix: Prefix, apt: FakeApt) -> None:
    install([ROCM], prefix, quiet)
    install([replace(ROCM, exclude=("*.a",))], prefix, quiet)
    install([replace(ROCM, exclude=("*.a",))], prefix, quiet, force=True)
    assert len(apt.fetched) == 3


def test_another_version_is_taken_and_said(prefix: Prefix, apt: FakeApt) -> None:
    apt.offers["libhip-dev"] = [Version("7.0-1", "sid"), Version("6.2-1", "forky")]
    (outcome,) = install([ROCM], prefix, quiet)
    assert outcome.artifacts[0].version == "6.2-1"
    assert outcome.artifacts[0].note == "no 6.4.3 in the suites"


def test_a_package_that_is_nowhere(prefix: Prefix, apt: FakeApt) -> None:
    apt.offers.clear()
    with pytest.raises(PorterError, match="no package libhip-dev in this machine's suites"):
        install([ROCM], prefix, quiet)


def test_a_machine_component_never_comes_from_another_suite(prefix: Prefix, apt: FakeApt) -> None:
    with pytest.raises(PorterError, match="no package libhip-dev for bookworm"):
        install([replace(ROCM, suite="machine")], prefix, quiet)


def test_failure_of_one_component_installs_none(prefix: Prefix, apt: FakeApt) -> None:
    apt.fail_on = "hipify-perl"
    with pytest.raises(PorterError, match="cannot fetch"):
        install([ROCM, PEERS], prefix, quiet)
    assert prefix.component("rocm") is None
    assert prefix.component("peers") is None


def test_failed_proof_keeps_the_old_installation(
    prefix: Prefix, apt: FakeApt, monkeypatch: pytest.MonkeyPatch
) -> None:
    install([ROCM], prefix, quiet)

    def refuse(toolchain: Toolchain, archs: Sequence[str]) -> None:
        raise PorterError("does not compile")

    monkeypatch.setattr(staging, "verify_hip", refuse)
    apt.offers["libhip-dev"] = [Version("6.4.3-9", "sid")]
    with pytest.raises(PorterError, match="does not compile"):
        install([ROCM], prefix, quiet, force=True)
    assert header(prefix, "rocm", "libhip-dev").read_text() == "6.4.3-1"


def test_what_a_killed_run_left_is_cleared(prefix: Prefix, apt: FakeApt) -> None:
    (prefix.home / "staging-1" / "rocm").mkdir(parents=True)
    install([ROCM], prefix, quiet)
    assert not (prefix.home / "staging-1").exists()


def _hold(path: Path, held: multiprocessing.synchronize.Event, seconds: float) -> None:
    with exclusive(path, quiet):
        held.set()
        multiprocessing.Event().wait(seconds)


def test_two_runs_wait_for_each_other(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "lock", held, 0.3))
    other.start()
    assert held.wait(20)
    said: list[str] = []
    with exclusive(tmp_path / "lock", said.append, "build"):
        assert said == [f"waiting for another build (process {other.pid})"]
    other.join()


def test_the_table_is_well_formed() -> None:
    table = components()
    names = [c.name for c in select(())]
    assert names == [
        "compiler", "host", "python-headers", "rocm", "llvm-dev",
    ]  # fmt: skip
    for component in table.values():
        assert component.about
        ways = (component.wheels, component.packages, component.source)
        assert sum(map(bool, ways)) == 1, component.name
    wanted = [c.name for c in select(("compiler-22",))]
    assert wanted == ["compiler-22", "device-libs-21"], "one brings the other along"
    with pytest.raises(PorterError, match="no component 'nope'"):
        select(("nope",))


def test_a_damaged_wheel_is_fetched_anew(prefix: Prefix, monkeypatch: pytest.MonkeyPatch) -> None:
    component = Component("host-blas", "BLAS", False, "machine", (), wheels=("x==1.*",))
    path = prefix.downloads / "x-1.2-any.whl"

    def fetch(*_: object, **__: object) -> list[Artifact]:
        if not path.exists():
            make_wheel(path, {"x/lib/libx.so": "whole"})
        return [Artifact("x", "1.2", "pip", path.name, sha256_of(path), path.stat().st_size)]

    monkeypatch.setattr(module, "fetch_wheels", fetch)
    prefix.downloads.mkdir(parents=True)
    path.write_bytes(b"PK\3\4 the first part of one")
    with pytest.raises(PorterError, match="damaged wheel") as raised:
        install([component], prefix, quiet)
    assert "again" in (raised.value.hint or "")
    (outcome,) = install([component], prefix, quiet)
    assert outcome.state == "installed"
    assert (prefix.place("host-blas") / "lib/libx.so").read_text() == "whole"
