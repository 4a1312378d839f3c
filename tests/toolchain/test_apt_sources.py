"""Reading the machine's package sources, in both formats that apt knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.apt_sources import (
    Source,
    machine_sources,
    read_release,
    read_sources,
)

DEB822 = """\
# the distribution
Types: deb deb-src
# a comment between fields
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb-src
URIs: http://mirror.example/sources
Suites: bookworm
Components: main

Types: deb
Enabled: no
URIs: http://mirror.example/off
Suites: bookworm
Components: main
"""

ONE_LINE = """\
# deb http://mirror.example/commented bookworm main
deb http://mirror.example/debian bookworm main contrib  # trailing
deb-src http://mirror.example/debian bookworm main
deb [ arch=amd64 signed-by=/k/one.gpg,/k/two.gpg ] https://other.example/x bookworm-security main
deb http://mirror.example/flat ./
"""


def etc(tmp_path: Path, **files: str) -> Path:
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        path = tmp_path / "sources.list" if stem == "main" else parts / f"{stem}.{suffix}"
        path.write_text(text)
    return tmp_path


def test_deb822_keeps_enabled_binary_sources(tmp_path: Path) -> None:
    assert read_sources(etc(tmp_path, debian_sources=DEB822)) == [
        Source(
            "http://mirror.example/debian",
            ("bookworm", "bookworm-updates"),
            ("main", "contrib"),
            "/usr/share/keyrings/debian.gpg",
        )
    ]


def test_one_line_format(tmp_path: Path) -> None:
    assert read_sources(etc(tmp_path, main_list=ONE_LINE)) == [
        Source("http://mirror.example/debian", ("bookworm",), ("main", "contrib")),
        Source(
            "https://other.example/x", ("bookworm-security",), ("main",), "/k/one.gpg /k/two.gpg"
        ),
    ]


def test_embedded_key_survives_the_round_trip(tmp_path: Path) -> None:
    key = " -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mDMEY865UxYJ\n -----END PGP-----"
    text = f"Types: deb\nURIs: http://m\nSuites: s\nComponents: main\nSigned-By:\n{key}\n"
    (source,) = read_sources(etc(tmp_path, debian_sources=text))
    assert f"Signed-By:\n{key}\n" in source.stanza()


def test_several_mirrors_in_one_stanza(tmp_path: Path) -> None:
    text = "Types: deb\nURIs: http://a http://b\nSuites: s\nComponents: main\n"
    assert [s.uri for s in read_sources(etc(tmp_path, x_sources=text))] == ["http://a", "http://b"]


def test_machine_sources_drop_third_parties_and_put_the_mirror_first() -> None:
    security = Source("http://security", ("bookworm-security",), ("main",))
    third = Source("http://third", ("nodistro", "bookworm2"), ("main",))
    mirror = Source("http://mirror", ("bookworm", "bookworm-backports", "sid"), ("main",))
    assert machine_sources([security, third, mirror], "bookworm") == [
        Source("http://mirror", ("bookworm", "bookworm-backports"), ("main",)),
        security,
    ]


@pytest.mark.parametrize("codename", ["trixie", ""])
def test_a_machine_without_its_own_mirror_is_told(codename: str) -> None:
    source = Source("http://mirror", ("bookworm",), ("main",))
    with pytest.raises(PorterError, match="no package source for this machine's release"):
        machine_sources([source], codename)


def test_os_release(tmp_path: Path) -> None:
    path = tmp_path / "os-release"
    path.write_text('ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_CODENAME=noble\n')
    release = read_release(path)
    assert release.ids == ("linuxmint", "ubuntu", "debian")
    assert release.codename == "noble"
    assert read_release(tmp_path / "absent").ids == ()
