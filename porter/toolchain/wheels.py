"""Fetches wheels with the pip of the running Python."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.processes.child_python import python
from porter.toolchain.manifest import Artifact, sha256_of
from porter.toolchain.partial_wheels import fetch_part, part_tag

_ASIDE = "fetching-"


def fetch_wheels(
    requirements: Sequence[str],
    downloads: Path,
    say: Callable[[str], None],
    *,
    without: Sequence[str] = (),
) -> list[Artifact]:
    """Download one wheel for each requirement; pip checks it against the index's checksum.

    Args:
        requirements: such as "nvidia-curand-cu12==10.3.5.*".
        downloads: where wheels are kept; one that is there already is not fetched again.
        say: called with what is about to be fetched.
        without: what need not be fetched of them, as in `fetch_part`; nothing for whole wheels.

    Raises:
        PorterError: there is no pip, or a wheel cannot be had.
    """
    if importlib.util.find_spec("pip") is None:
        raise PorterError(
            "this Python has no pip, which fetches CUDA's headers",
            hint=f"run `{sys.executable} -m ensurepip`",
        )
    downloads.mkdir(parents=True, exist_ok=True)
    for abandoned in downloads.glob(f"{_ASIDE}*"):  # of a run that was killed: one at a time runs
        shutil.rmtree(abandoned, ignore_errors=True)
    found = []
    for requirement in requirements:
        path = _kept(requirement, downloads, without)
        if path is None:
            say(f"downloading {requirement}")
            path = fetch_part(requirement, downloads, without) if without else None
            path = path or _download(requirement, downloads)
        name, version = path.stem.split("-")[:2]
        found.append(
            Artifact(name, version, "pip", path.name, sha256_of(path), path.stat().st_size)
        )
    return found


def _kept(requirement: str, downloads: Path, without: Sequence[str]) -> Path | None:
    name, _, version = requirement.partition("==")
    pattern = f"{name.replace('-', '_')}-{version}-*.whl" if version else f"{name}-*.whl"
    found = downloads.glob(pattern.replace(".*-", ".*-"))
    tag = part_tag(without)  # a wheel that lacks other parts is another wheel
    usable = (one for one in found if "-part" not in one.stem or one.stem.endswith(f"-{tag}"))
    return max(usable, default=None)


def _download(requirement: str, downloads: Path) -> Path:
    """Fetch a wheel aside: pip copies it in place piece by piece, and may find the disk full."""
    command = python("-m", "pip", "download", "--quiet", "--no-deps")
    command += ["--disable-pip-version-check", "--only-binary", ":all:"]
    with tempfile.TemporaryDirectory(prefix=_ASIDE, dir=downloads) as aside:
        command += ["--dest", aside, requirement]
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False
        )
        fresh = list(Path(aside).glob("*.whl"))
        if done.returncode != 0 or len(fresh) != 1:
            lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            reason = lines[-1] if lines else "pip fetched nothing"
            raise PorterError(f"cannot fetch {requirement}: {reason}", hint="check the network")
        return fresh[0].replace(downloads / fresh[0].name)
