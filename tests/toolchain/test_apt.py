"""The private apt, with stand-ins for apt's programs that print what apt prints."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.apt import PrivateApt, Version, choose
from porter.toolchain.apt_sources import Release, Source
from porter.toolchain.components import Suites
from porter.toolchain.manifest import Artifact

RELEASE = Release(("debian",), "bookworm")
SOURCES = [Source("http://mirror.example/debian", ("bookworm",), ("main",), "/k.gpg")]
SUITES = Suites(("bookworm", "trixie", "sid"), ("main",))

MADISON = """\
 libx-dev |    6.4.3-2 | http://mirror.example/debian sid/main amd64 Packages
 libx-dev |    5.7.1-3 | http://mirror.example/debian trixie/main amd64 Packages
 libx-dev |    5.7.1-3 | http://mirror.example/debian trixie/main Sources
"""


def program(directory: Path, name: str, script: str) -> None:
    path = directory / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def bin_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "bin"
    directory.mkdir()
    for name in ("apt-get", "apt-cache", "dpkg-deb"):
        program(directory, name, "exit 0")
    monkeypatch.setenv("PATH", f"{directory}:/usr/bin:/bin")
    return directory


@pytest.fixture
def apt(tmp_path: Path, bin_dir: Path) -> PrivateApt:
    private = PrivateApt(tmp_path / "apt", tmp_path / "downloads")
    private.configure(RELEASE, SOURCES, SUITES)
    return private


def artifact(version: str = "1:6.4-1") -> Artifact:
    return Artifact("libx-dev", version, "sid", "", "", 0)


def offer(content: bytes) -> str:
    digest = hashlib.sha256(content).hexdigest()
    return (
        f"'http://mirror.example/x.deb' libx-dev_1%3a6.4-1_amd64.deb {len(content)} SHA256:{digest}"
    )


def test_a_machine_without_apt_gets_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PorterError, match="this machine has no apt-get") as raised:
        PrivateApt(tmp_path, tmp_path)
    assert "ROCM_PATH" in (raised.value.hint or "")


def test_the_configuration_repeats_the_mirror_and_stays_inside(
    apt: PrivateApt, tmp_path: Path
) -> None:
    sources = (tmp_path / "apt" / "porter.sources").read_text()
    assert sources.count("URIs: http://mirror.example/debian") == 2
    assert "Suites: trixie sid\n" in sources
    assert sources.count("Signed-By: /k.gpg") == 2
    config = (tmp_path / "apt" / "apt.conf").read_text()
    places = [line for line in config.splitlines() if line.startswith("Dir::")]
    outside = [line for line in places if '"/' in line and str(tmp_path) not in line]
    assert outside == ['Dir::State::status "/var/lib/dpkg/status";']
    assert "#clear APT::Update::Post-Invoke;" in config


def test_update_reports_suites_that_are_not_to_be_had(apt: PrivateApt, bin_dir: Path) -> None:
    stderr = "E: Release file for http://m/dists/sid/InRelease is expired"
    program(
        bin_dir,
        "apt-get",
        "touch lists/m_dists_bookworm_main_binary-amd64_Packages"
        f" lists/m_dists_trixie_main_binary-amd64_Packages.lz4; echo '{stderr}' >&2; exit 100",
    )
    assert apt.update() == {"sid": stderr[3:]}


def test_update_without_the_machines_own_suite_fails(apt: PrivateApt, bin_dir: Path) -> None:
    program(bin_dir, "apt-get", "echo 'E: Could not resolve the mirror' >&2; exit 100")
    with pytest.raises(PorterError, match="lists of bookworm: Could not resolve the mirror"):
        apt.update()


def test_versions_come_from_madison(apt: PrivateApt, bin_dir: Path) -> None:
    program(bin_dir, "apt-cache", f"cat <<'END'\n{MADISON}END")
    assert apt.versions(["libx-dev", "absent"]) == {
        "libx-dev": [Version("6.4.3-2", "sid"), Version("5.7.1-3", "trixie")],
        "absent": [],
    }


def test_missing_dependencies_are_read_from_what_apt_would_fetch(
    apt: PrivateApt, bin_dir: Path
) -> None:
    line = "'http://m/l.deb' libllvm19_1%3a19.1.7-3~deb12u1_amd64.deb 9 MD5Sum:aa"
    program(bin_dir, "apt-get", f'echo "{line}"; echo "$@" >> {bin_dir}/log')
    assert apt.missing_dependencies(["lld-19"]) == [("libllvm19", "1:19.1.7-3~deb12u1")]
    assert "--print-uris" in (bin_dir / "log").read_text()


def test_fetch_downloads_once_and_checks(apt: PrivateApt, bin_dir: Path, tmp_path: Path) -> None:
    content = b"a package"
    program(
        bin_dir,
        "apt-get",
        f"""case "$*" in
        *print-uris*) echo "{offer(content)}" ;;
        *) printf 'a package' > libx-dev_1%3a6.4-1_amd64.deb; echo again >> {bin_dir}/log ;;
        esac""",
    )
    said: list[str] = []
    for _ in range(2):
        (got,) = apt.fetch([artifact()], said.append)
    assert (got.size, got.file) == (9, "libx-dev_1%3a6.4-1_amd64.deb")
    assert (bin_dir / "log").read_text() == "again\n"
    assert said == ["downloading 1 packages, 0.0 MB"]
    (tmp_path / "downloads" / got.file).write_bytes(b"b package")
    apt.fetch([artifact()], said.append)
    assert (tmp_path / "downloads" / got.file).read_bytes() == content


def test_fetch_refuses_a_wrong_checksum(apt: PrivateApt, bin_dir: Path) -> None:
    program(
        bin_dir,
        "apt-get",
        f"""case "$*" in
        *print-uris*) echo "{offer(b"a package")}" ;;
        *) printf 'tampered!' > libx-dev_1%3a6.4-1_amd64.deb ;;
        esac""",
    )
    with pytest.raises(PorterError, match="checksum"):
        apt.fetch([artifact()], lambda line: None)


def test_fetch_names_what_apt_does_not_offer(apt: PrivateApt) -> None:
    with pytest.raises(PorterError, match="apt offers no libx-dev=1:6"):
        apt.fetch([artifact()], lambda line: None)


@pytest.mark.parametrize(
    ("versions", "chosen", "noted"),
    [
        (["7.1-1", "6.4.3-2", "6.4.4-1"], "6.4.3-2", False),
        (["7.1-1", "6.4.4-1", "6.2-1"], "6.4.4-1", True),
        (["7.1-1", "5.7-1"], "7.1-1", True),
        (["1:6.4.3-2"], "1:6.4.3-2", False),
    ],
)
def test_choose_prefers_and_says_when_it_cannot(
    versions: list[str], chosen: str, noted: bool
) -> None:
    offers = [Version(v, "sid") for v in versions]
    version, note = choose(offers, ("6.4.3", "6.4.", "6."))
    assert version.version == chosen
    assert bool(note) is noted
