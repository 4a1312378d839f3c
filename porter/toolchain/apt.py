"""A private apt: the machine's mirror with more suites, apart from the system's.

apt gets a configuration of its own (lists, caches and sources under porter's directory) that is
read after the system's, so that proxies and keys stay and hooks that touch the system go. The
only thing of the system's that is read is dpkg's status, to know which libraries are there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from porter.errors import PorterError
from porter.toolchain.apt_sources import Release, Source, machine_sources
from porter.toolchain.components import Suites
from porter.toolchain.manifest import Artifact, sha256_of

_STATUS = Path("/var/lib/dpkg/status")
_CONFIG = """\
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear APT::Default-Release;
#clear DPkg;
Dir::Etc::sourcelist "{home}/porter.sources";
Dir::Etc::sourceparts "-";
Dir::Etc::preferences "-";
Dir::Etc::preferencesparts "-";
Dir::State::lists "{home}/lists";
Dir::State::status "{status}";
Dir::State::extended_states "{home}/extended_states";
Dir::Cache "{home}/cache";
Dir::Cache::pkgcache "pkgcache.bin";
Dir::Cache::srcpkgcache "srcpkgcache.bin";
Acquire::Languages "none";
Acquire::Retries "3";
APT::Sandbox::User "";
Debug::NoLocking "true";
"""
_URI_LINE = re.compile(r"^'(?P<uri>[^']+)' (?P<file>\S+) (?P<size>\d+)(?: SHA256:(?P<sha>\S+))?")
_HINT = "install ROCm 6 or newer and set ROCM_PATH, or run this on Debian or Ubuntu"


@dataclass(frozen=True)
class Version:
    """A version of a package and the suite that has it."""

    version: str
    suite: str


class PrivateApt:
    """apt-get and apt-cache under a configuration of porter's own.

    Args:
        home: directory for its state.
        downloads: directory for the packages it fetches.
    """

    def __init__(self, home: Path, downloads: Path) -> None:
        for tool in ("apt-get", "apt-cache", "dpkg-deb"):
            if shutil.which(tool) is None:
                raise PorterError(f"this machine has no {tool}", hint=_HINT)
        self.home = home
        self.downloads = downloads
        self.codename = ""

    def configure(self, release: Release, sources: list[Source], suites: Suites) -> list[Source]:
        """Write the configuration: the machine's own release and the suites with ROCm.

        Args:
            release: what the machine runs.
            sources: the machine's package sources.
            suites: the distribution's suites and sections with ROCm.

        Returns:
            The sources written.
        """
        own = machine_sources(sources, release.codename)
        newer = tuple(s for s in (*suites.rocm, *suites.unreleased) if s != release.codename)
        sections = tuple(dict.fromkeys((*own[0].sections, *suites.sections)))
        written = [*own, Source(own[0].uri, newer, sections, own[0].signed_by)]
        for directory in ("lists/partial", "cache/archives/partial"):
            (self.home / directory).mkdir(parents=True, exist_ok=True)
        self.downloads.mkdir(parents=True, exist_ok=True)
        (self.home / "porter.sources").write_text("\n".join(s.stanza() for s in written))
        (self.home / "apt.conf").write_text(_CONFIG.format(home=self.home, status=_STATUS))
        self.codename = release.codename
        return written

    def update(self) -> dict[str, str]:
        """Fetch the package lists.

        Returns:
            Suites that are not to be had and apt's reason; never the machine's own.

        Raises:
            PorterError: the machine's own suite could not be fetched.
        """
        done = self._run("apt-get", "update", "-q", check=False)
        lists = [path.name for path in (self.home / "lists").glob("*_Packages*")]
        absent = {
            suite: _reason(done.stderr, suite)
            for suite in self._suites()
            if not any(f"_dists_{suite}_" in name for name in lists)
        }
        if self.codename in absent:
            raise PorterError(
                f"cannot fetch the package lists of {self.codename}: {absent[self.codename]}",
                hint="check the network and the sources in /etc/apt",
            )
        return absent

    def versions(self, packages: Iterable[str]) -> dict[str, list[Version]]:
        """Return the versions of each package, newest first; an unknown one has none."""
        names = list(packages)
        found: dict[str, list[Version]] = {name: [] for name in names}
        for line in self._run("apt-cache", "madison", *names).stdout.splitlines():
            name, version, origin = (part.strip() for part in line.split("|"))
            if name in found and origin.endswith(" Packages"):
                suite = origin.split()[1].split("/")[0]
                found[name].append(Version(version, suite))
        return found

    def missing_dependencies(self, packages: Sequence[str]) -> list[tuple[str, str]]:
        """Return what the machine lacks to run `packages`, themselves included.

        Nothing is installed: apt only says what it would fetch.

        Returns:
            Pairs of name and version.
        """
        command = ("apt-get", "install", "--print-uris", "--yes", "-qq")
        options = ("--no-install-recommends", "-t", self.codename)
        lines = self._run(*command, *options, *packages).stdout.splitlines()
        pairs = []
        for match in filter(None, map(_URI_LINE.match, lines)):
            name, version, _ = match["file"].rsplit(".deb", 1)[0].split("_")
            pairs.append((name, unquote(version)))
        return pairs

    def depends(self, package: str) -> str:
        """Return the dependency lines of the machine's own version of `package`."""
        text = self._run("apt-cache", "show", f"{package}/{self.codename}").stdout
        return "\n".join(line for line in text.splitlines() if line.startswith("Depends:"))

    def fetch(self, wanted: Sequence[Artifact], say: Callable[[str], None]) -> list[Artifact]:
        """Download packages that are not in the download directory yet.

        Args:
            wanted: name, version, suite and note of each.
            say: called with what is about to be fetched.

        Returns:
            The same artifacts with file, size, checksum and address.

        Raises:
            PorterError: a download failed, or its checksum is not the one in the package list.
        """
        specs = {f"{a.name}={a.version}": a for a in wanted}
        if not specs:
            return []
        lines = self._run("apt-get", "download", "--print-uris", "-q", *specs).stdout.splitlines()
        offers = [m for m in map(_URI_LINE.match, lines) if m]
        by_pair = {(a.name, a.version): a for a in wanted}
        found: list[Artifact] = []
        due: list[str] = []
        bytes_due = 0
        for offer in offers:
            name, version, _ = offer["file"].rsplit(".deb", 1)[0].split("_")
            plan = by_pair[name, unquote(version)]
            if not offer["sha"]:
                raise PorterError(f"the package list has no SHA-256 for {plan.name}")
            artifact = Artifact(
                plan.name, plan.version, plan.suite, offer["file"], offer["sha"],
                int(offer["size"]), offer["uri"], plan.note,
            )  # fmt: skip
            found.append(artifact)
            if not intact(self.downloads / artifact.file, artifact):
                (self.downloads / artifact.file).unlink(missing_ok=True)
                due.append(f"{artifact.name}={artifact.version}")
                bytes_due += artifact.size
        if len(found) != len(specs):
            got = {f"{a.name}={a.version}" for a in found}
            raise PorterError(f"apt offers no {', '.join(sorted(set(specs) - got))}")
        if due:
            say(f"downloading {len(due)} packages, {bytes_due / 1e6:.1f} MB")
            self._run("apt-get", "download", "-q", *due, into=self.downloads)
        for artifact in found:
            if not intact(self.downloads / artifact.file, artifact):
                raise PorterError(
                    "the download does not have the checksum of the package list",
                    path=self.downloads / artifact.file,
                    hint="run the command again",
                )
        return found

    def _suites(self) -> list[str]:
        text = (self.home / "porter.sources").read_text()
        lines = [line for line in text.splitlines() if line.startswith("Suites:")]
        return [suite for line in lines for suite in line.split()[1:]]

    def _run(
        self, tool: str, *arguments: str, check: bool = True, into: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [tool, "-c", str(self.home / "apt.conf"), *arguments]
        # `download --print-uris` is silent about files that lie in the working directory, so
        # only a real download works in the directory of downloads.
        done = subprocess.run(
            command, cwd=into or self.home, capture_output=True, text=True, errors="replace"
        )
        if check and done.returncode != 0:
            raise PorterError(f"{tool} {arguments[0]} failed: {_reason(done.stderr)}")
        return done


def choose(versions: Sequence[Version], prefer: Sequence[str]) -> tuple[Version, str]:
    """Pick a version by preference.

    Args:
        versions: what there is, newest first; not empty.
        prefer: prefixes, best first.

    Returns:
        The version, and a note when it is not of the most preferred series, else "".
    """
    for rank, prefix in enumerate(prefer):
        for candidate in versions:
            if candidate.version.split(":", 1)[-1].startswith(prefix):
                note = "" if rank == 0 else f"no {prefer[0].rstrip('.')} in the suites"
                return candidate, note
    note = f"no {prefer[0].rstrip('.')} in the suites" if prefer else ""
    return versions[0], note


def intact(path: Path, artifact: Artifact) -> bool:
    """Tell whether the file is there, whole and unaltered."""
    if not path.is_file() or path.stat().st_size != artifact.size:
        return False
    return sha256_of(path) == artifact.sha256


def _reason(stderr: str, suite: str = "") -> str:
    """Return apt's last error or warning, of those that name `suite` when some do."""
    lines = [line[2:].strip() for line in stderr.splitlines() if line.startswith(("E:", "W:"))]
    about = [line for line in lines if suite and re.search(rf"\b{re.escape(suite)}\b", line)]
    return (about or lines or ["apt gave no reason"])[-1]
