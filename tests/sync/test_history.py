"""Ports with hand edits, synced through the real releases of their upstreams."""

from __future__ import annotations

import difflib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.corpora import Archive, fetch
from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.plan.merge import has_markers
from tests.sync.releases import CAUSAL_CONV1D, TORCH_SCATTER
from tests.sync.trees import Repository, no_steps, replace_by

ARCH = "gfx942"


@dataclass(frozen=True)
class Edit:
    """A hand edit of a file of the port; `meets_upstream` where upstream changes the same line."""

    path: str
    before: str
    after: str
    meets_upstream: bool = False


@dataclass(frozen=True)
class History:
    """Releases, and what people did to the port of the first."""

    releases: Sequence[Archive]
    edits: Sequence[Edit]


HISTORIES = {
    "causal_conv1d": History(
        CAUSAL_CONV1D,
        (
            Edit(
                "csrc/causal_conv1d_fwd.cu",
                "    static constexpr int kNElts = kNBytes == 4 ? 4 : 8;",
                "    // By hand: four elements a lane keep the registers of CDNA 3 free.\n"
                "    static constexpr int kNElts = 4;",
            ),
            Edit(
                "csrc/causal_conv1d_update.cu",
                "    constexpr int kNThreads = Ktraits::kNThreads;",
                "    constexpr int kNThreads = Ktraits::kNThreads;  // by hand: two waves",
            ),
            Edit(
                "causal_conv1d/__init__.py",
                '__version__ = "1.5.1"',
                '__version__ = "1.5.1+rocm"',
                meets_upstream=True,
            ),
        ),
    ),
    "torch_scatter": History(
        TORCH_SCATTER,
        (
            Edit(
                "csrc/cuda/scatter_cuda.cu",
                "#define THREADS 1024",
                "#define THREADS 256  // by hand: four waves of 64",
            ),
            Edit(
                "csrc/cuda/segment_csr_cuda.cu",
                "#define THREADS 256",
                "#define THREADS 512  // by hand: eight waves of 64",
            ),
            Edit(
                "torch_scatter/__init__.py",
                "__version__ = '2.0.5'",
                "__version__ = '2.0.5+rocm'",
                meets_upstream=True,
            ),
        ),
    ),
}


#: Release -> what clang says of units that upstream mended later, with the PyTorch of today: before
#: 2.1.1 torch-scatter registered a function that is `noexcept`, which is part of its type.
UPSTREAM_S_OWN = {
    "torch-scatter 2.1.0": {
        "csrc/version.cpp": "no matching member function for call to 'op'",
    },
}


def released(archive: Archive, home: str | None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the sources of a release, downloaded once for all runs."""
    with monkeypatch.context() as patch:
        if home is None:
            patch.delenv("PORTER_HOME")
        else:
            patch.setenv("PORTER_HOME", home)
        try:
            return fetch(archive)
        except PorterError as error:
            pytest.skip(f"no archive: {error}")


_HOME = os.environ.get("PORTER_HOME")


def walk(name: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[tuple[Repository, str]]:
    """Port the first release, edit the port, and sync through the others.

    Yields:
        The repository after each release, and what the sync did.
    """
    history = HISTORIES[name]
    repository = Repository(folder, 'kind = "torch"\nexclude = ["*.egg-info/", "PKG-INFO"]\n')
    replace_by(released(history.releases[0], _HOME, patch), repository.up)
    repository.sync()
    for edit in history.edits:
        path = repository.port / edit.path
        assert edit.before in path.read_text(), edit
        path.write_text(path.read_text().replace(edit.before, edit.after, 1))
    repository.sync()
    yield repository, history.releases[0].label
    for release in history.releases[1:]:
        edited = {edit.path: versions(repository, edit.path) for edit in history.edits}
        replace_by(released(release, _HOME, patch), repository.up)
        done = repository.sync()
        conflicts = {change.path for change in done.conflicts}
        for path, (base, port) in edited.items():
            new = versions(repository, path)[0]
            assert (path in conflicts) <= touch(base, port, new), path
        assert conflicts >= {edit.path for edit in history.edits if edit.meets_upstream}
        for path in conflicts:
            resolve(repository.port / path, release.version)
        repository.resume()
        for edit in history.edits:
            kept = "+rocm" if edit.meets_upstream else edit.after
            assert kept in (repository.port / edit.path).read_text(), edit
        found = check(repository.settings, repository.project, no_steps)
        assert [one for one in found if one.kind != "unconverted"] == []
        whats = Counter(change.what for change in done.changes)
        yield repository, f"{release.label}: {dict(whats)}, {len(conflicts)} conflicts"


@pytest.mark.slow
@pytest.mark.parametrize("name", HISTORIES)
def test_hand_edits_survive_every_release(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _, figures in walk(name, tmp_path, monkeypatch):
        say(figures)


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("name", HISTORIES)
def test_the_port_of_every_release_builds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for repository, figures in walk(name, tmp_path, monkeypatch):
        say(f"{figures}: {built(repository, figures.partition(':')[0])}")


def say(line: str) -> None:
    """Print a figure as soon as it is there: `pytest -s` shows it."""
    print(line, flush=True)


def versions(repository: Repository, path: str) -> tuple[bytes, bytes]:
    return (repository.port / ".porter" / "base" / path).read_bytes(), (
        repository.port / path
    ).read_bytes()


def touch(base: bytes, port: bytes, new: bytes) -> bool:
    """Tell, without git, whether two sides changed the same lines, or lines side by side."""
    ours, theirs = (changes(base, other) for other in (port, new))
    return any(
        first[0] <= second[1] and second[0] <= first[1] for first in ours for second in theirs
    )


def changes(base: bytes, other: bytes) -> list[tuple[int, int]]:
    matcher = difflib.SequenceMatcher(None, base.split(b"\n"), other.split(b"\n"), autojunk=False)
    return [(code[1], code[2]) for code in matcher.get_opcodes() if code[0] != "equal"]


def resolve(path: Path, version: str) -> None:
    """Keep the port's side of each conflict, with the version of the release."""
    lines, keep = [], True
    for line in path.read_text().split("\n"):
        if line.startswith("======="):
            keep = False
        elif line.startswith(">>>>>>>"):
            keep = True
        elif keep and not line.startswith("<<<<<<<"):
            is_version = line.startswith("__version__")
            lines.append(re.sub(r"[\w.]+(?=\+rocm)", version, line) if is_version else line)
    path.write_text("\n".join(lines))
    assert not has_markers(path.read_bytes())


def built(repository: Repository, release: str) -> str:
    """Compile a port, host and device; return what became of its units.

    A unit may fail for upstream's own fault alone: where `UPSTREAM_S_OWN` knows of it, and the port
    has upstream's bytes.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PORTER_HOME"}
    if _HOME is not None:
        environment["PORTER_HOME"] = _HOME
    result = subprocess.run(
        [sys.executable, "-m", "porter", "build", str(repository.port), "--arch", ARCH,
         "--syntax-only", "--json"],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert result.returncode in (0, 1), result.stderr[-500:]
    report = json.loads(result.stdout)
    failed = {
        unit["source"]: next(side["error"] for side in unit["targets"] if not side["ok"])["message"]
        for unit in report["units"]
        if not unit["ok"]
    }
    assert failed == UPSTREAM_S_OWN.get(release, {})
    for source in failed:
        assert (repository.port / source).read_bytes() == (repository.up / source).read_bytes()
    return f"{len(report['units']) - len(failed)} of {len(report['units'])} units type-check"
