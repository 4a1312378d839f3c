"""Installs components: fetch, unpack aside, prove, then move into place."""

from __future__ import annotations

import re
import shutil
import sysconfig
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.apt import PrivateApt, choose
from porter.toolchain.apt_sources import read_release, read_sources
from porter.toolchain.components import Component, Suites, suites_of
from porter.toolchain.discovery import OWN_COMPILERS, compilers, system_compilers
from porter.toolchain.home import Prefix
from porter.toolchain.launchers import write_launchers
from porter.toolchain.machine import expect_compiler
from porter.toolchain.manifest import Artifact, Manifest, read_manifest
from porter.toolchain.selftest import links_programs
from porter.toolchain.source_archives import fetch_source
from porter.toolchain.staging import Staging, is_abandoned, staging
from porter.toolchain.unpack import unpack_deb, unpack_source, unpack_wheel
from porter.toolchain.wheels import fetch_wheels

Say = Callable[[str], None]


@dataclass(frozen=True)
class Outcome:
    """What became of one component.

    Args:
        component: its name.
        state: "installed", "kept" (it was there) or "not needed" (the machine has its own).
        detail: one line for the user.
        artifacts: what it consists of; empty when not needed.
    """

    component: str
    state: str
    detail: str
    artifacts: tuple[Artifact, ...] = ()


def install(
    wanted: Sequence[Component], prefix: Prefix, say: Say, *, force: bool = False
) -> list[Outcome]:
    """Install components; either all of them are in place afterwards or none is changed.

    Args:
        wanted: what to install.
        prefix: where.
        say: called with each step.
        force: install again what is there.

    Returns:
        One outcome a component.

    Raises:
        PorterError: this is no Linux, or something could not be fetched, unpacked or proved.
    """
    expect_compiler()
    if not force and not is_abandoned(prefix) and (kept := _all_kept(wanted, prefix)):
        return kept
    with staging(prefix, say) as place:
        return _Installation(place, say, force).run(wanted)


class _Installation:
    """One run, under the lock."""

    def __init__(self, staging: Staging, say: Say, force: bool) -> None:
        self.staging = staging
        self.prefix = staging.prefix
        self.say = say
        self.force = force

    def run(self, wanted: Sequence[Component]) -> list[Outcome]:
        try:
            outcomes = [self._prepare(component) for component in wanted]
            self.staging.put_in_place()
            return outcomes
        finally:
            # Hundreds of megabytes that apt makes anew from its lists in seconds.
            shutil.rmtree(self.prefix.apt / "cache", ignore_errors=True)

    def _prepare(self, component: Component) -> Outcome:
        kept = None if self.force else _kept(component, self.prefix)
        if kept is not None:
            return kept
        if not self.force and (reason := self._not_needed(component)):
            return Outcome(component.name, "not needed", reason)
        artifacts = self._fetch(component)
        root = self.staging.folder_of(component.name)
        self.say(f"unpacking {component.name}")
        for artifact in artifacts:
            archive = self.prefix.downloads / artifact.file
            if archive.suffix == ".whl" or component.source:
                _unpack_download(archive, root, component)
            else:
                unpack_deb(archive, root, component.exclude)
        if component.name in OWN_COMPILERS:
            programs = next(root.glob("usr/lib/llvm-*/bin"))
            write_launchers(root, str(programs.relative_to(root)))
        Manifest(component.name, component.recipe(), tuple(artifacts)).write(root)
        self.staging.staged[component.name] = root
        size = sum(artifact.size for artifact in artifacts) / 1e6
        detail = f"{len(artifacts)} packages, {size:.1f} MB"
        return Outcome(component.name, "installed", detail, tuple(artifacts))

    def _not_needed(self, component: Component) -> str:
        if component.name == "compiler":
            own = next(system_compilers(), None)
            return f"the system has {own.clang} {own.version}" if own else ""
        if component.name == "host":
            compiler = next(compilers(self.staging.now()), None)
            if compiler is not None and links_programs(compiler.clang):
                return "the system's C and C++ libraries serve"
        if component.name == "python-headers":
            header = Path(sysconfig.get_paths()["include"]) / "Python.h"
            return f"this Python has {header}" if header.is_file() else ""
        return ""

    def _fetch(self, component: Component) -> list[Artifact]:
        if component.wheels:
            without = component.exclude if component.partial else ()
            return fetch_wheels(component.wheels, self.prefix.downloads, self.say, without=without)
        if component.source:
            source = component.source, component.sha256
            return [fetch_source(*source, self.prefix.downloads, self.say)]
        wanted = self._plan(component)
        return self._apt.fetch(wanted, self.say)

    def _plan(self, component: Component) -> list[Artifact]:
        names = [self._concrete(name) for name in component.packages]
        pairs: dict[str, str] = {}
        if component.resolve:
            pairs = dict(self._apt.missing_dependencies(self._own_versions(component.resolve)))
        plan = []
        offers = self._apt.versions([*names, *(n for n in pairs if n not in names)])
        for name, versions in offers.items():
            if not versions:
                raise PorterError(
                    f"no package {name} in this machine's suites",
                    hint=f"component {component.name} needs a newer release of the distribution",
                )
            own = [v for v in versions if v.suite.startswith(self._apt.codename)]
            if component.suite == "machine" and not own:
                raise PorterError(
                    f"no package {name} for {self._apt.codename}",
                    hint=f"component {component.name} needs a newer release of the distribution",
                )
            eligible = own if component.suite == "machine" else versions
            if component.suite == "rocm":
                released = [v for v in versions if v.suite not in self._suites.unreleased]
                eligible = released or versions
            if name in pairs:
                eligible = [v for v in eligible if v.version == pairs[name]] or eligible
            chosen, note = choose(eligible, component.prefer if name in names else ())
            plan.append(Artifact(name, chosen.version, chosen.suite, "", "", 0, "", note))
        return plan

    def _own_versions(self, names: Sequence[str]) -> list[str]:
        """Return `NAME=VERSION` for what the machine's release has, its security suite included.

        apt's target release names one suite, and would take a newer suite's package otherwise.
        """
        specs = []
        for name, versions in self._apt.versions(names).items():
            own = [v for v in versions if v.suite.startswith(self._apt.codename)]
            specs.append(f"{name}={own[0].version}" if own else name)
        return specs

    def _concrete(self, name: str) -> str:
        """Fill in `{python}`, the running Python, and `{gcc}`, whose libraries clang uses."""
        if "{python}" in name:
            return name.format(python=sysconfig.get_python_version())
        if "{gcc}" in name:
            match = re.search(r"libstdc\+\+-(\d+)-dev", self._apt.depends("clang-19"))
            if match is None:
                raise PorterError("cannot tell which C++ library this machine's clang uses")
            return name.format(gcc=match[1])
        return name

    @cached_property
    def _suites(self) -> Suites:
        release = read_release()
        suites = suites_of(release.ids)
        if suites is None:
            raise PorterError(
                f"porter knows no ROCm packages for {release.ids[0] if release.ids else 'this'}",
                hint="install ROCm 6 or newer and set ROCM_PATH",
            )
        return suites

    @cached_property
    def _apt(self) -> PrivateApt:
        apt = PrivateApt(self.prefix.apt, self.prefix.downloads)
        apt.configure(read_release(), read_sources(), self._suites)
        self.say("fetching package lists")
        for suite, reason in apt.update().items():
            self.say(f"without suite {suite}: {reason}")
        return apt


def _unpack_download(archive: Path, root: Path, component: Component) -> None:
    """Unpack a wheel or sources; a damaged file is not kept: another run fetches it anew."""
    try:
        if component.source:
            unpack_source(archive, root, component.inside, component.exclude)
        else:
            unpack_wheel(archive, root, component.exclude)
    except PorterError as error:
        archive.unlink(missing_ok=True)
        hint = "it is no longer kept: run the command again"
        raise PorterError(error.message, path=archive, hint=hint) from error


def _all_kept(wanted: Sequence[Component], prefix: Prefix) -> list[Outcome] | None:
    """Return the outcomes when nothing is to be done, without taking the lock."""
    kept = [_kept(component, prefix) for component in wanted]
    return None if None in kept else [outcome for outcome in kept if outcome is not None]


def _kept(component: Component, prefix: Prefix) -> Outcome | None:
    root = prefix.component(component.name)
    manifest = None if root is None else read_manifest(root)
    if manifest is None or manifest.recipe != component.recipe():
        return None
    detail = f"{len(manifest.artifacts)} packages, already there"
    return Outcome(component.name, "kept", detail, manifest.artifacts)
