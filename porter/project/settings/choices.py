"""The settings of a port's conversion, and of the git remote of its upstream."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.paths import is_inside
from porter.options import DEFAULT_CAPABILITY, DEFAULT_ROCM, Options
from porter.project.settings.remotes import is_revision, why_no_remote
from porter.rule_ids import current
from porter.tables.kinds import FILLED_TEXT, FLAG, TEXT, TEXTS, Kind, one_of
from porter.tables.names import ROC, check_roc

_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})")
#: Keys of `[project]` that are read here, with what they must be.
KEYS: dict[str, Kind] = {
    "kind": one_of("torch", "multiarch", "multiarch-shared", "cmake", "plain"),
    "warp": one_of("32", "native"),
    "launch": one_of("cuda", "hip"),
    "gemm": one_of("blas", "ck"),
    **dict.fromkeys(ROC, one_of("hip", "roc")),
    **dict.fromkeys(("rename", "unsafe", "vendored"), FLAG),
    **dict.fromkeys(("only", "skip", "include", "define"), TEXTS),
    "rocm": Kind(
        'a version such as "6.4"',
        lambda value: isinstance(value, str) and _VERSION.fullmatch(value) is not None,
    ),
    "capability": Kind(
        'a compute capability such as "8.0", or "device"',
        lambda value: (
            value == "device" or (isinstance(value, str) and _VERSION.fullmatch(value) is not None)
        ),
    ),
    "target": FILLED_TEXT,
    "git": Kind(
        'a table of remote, revision and path, each "TEXT"',
        lambda value: (
            isinstance(value, dict)
            and value.keys() <= {"remote", "revision", "path"}
            and all(TEXT.fits(one) and one for one in value.values())
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class GitSource:
    """Where an upstream that is vendored comes from.

    Attributes:
        remote: as `git clone` takes it; a path counts from the folder of porter.toml.
        revision: branch, tag or commit.
        path: folder of the repository that is taken; empty for all of it.
    """

    remote: str
    revision: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of `porter convert` that a port is kept with.

    Attributes:
        kind: kind of project that is emitted; None for the converted files alone.
        rocm: (major, minor) of the ROCm of the port, whatever this machine has: a port must not
            depend on who syncs it.
        capability: the compute capability that the port counts as, as in `Options`.
        roc: what becomes ROCm's own library and not the hip wrapper, as in `Options`.
        gemm: who multiplies matrices, as in `Options`.
        include: folders on the include path, relative to upstream.
        define: macros that are given.
        vendored: convert other people's code in the tree, too.
        target: the one target or folder that is converted with what it needs; empty for all.
    """

    kind: str | None = None
    warp: str = "32"
    launch: str = "cuda"
    roc: tuple[str, ...] = ()
    gemm: str = "blas"
    rename: bool = False
    unsafe: bool = False
    rocm: tuple[int, int] = DEFAULT_ROCM
    capability: tuple[int, int] | None = DEFAULT_CAPABILITY
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    vendored: bool = False
    target: str = ""

    def options(self, target: str, severities: tuple[tuple[str, str], ...]) -> Options:
        """Return what rules may depend on.

        Args:
            target: what CUDA becomes.
            severities: `[findings]` of porter.toml.
        """
        return Options(
            target=target,
            warp=self.warp,
            launch=self.launch,
            roc=self.roc,
            gemm=self.gemm,
            rename=self.rename,
            unsafe=self.unsafe,
            rocm=self.rocm,
            capability=self.capability,
            only=frozenset(self.only),
            skip=frozenset(self.skip),
            include_dirs=self.include,
            defines=self.define,
            severities=severities,
        )

    def as_json(self, **more: object) -> str:
        """Return the choices that are not the default, and `more`, as one line of JSON."""
        default = asdict(Choices())
        chosen = {name: value for name, value in asdict(self).items() if value != default[name]}
        return json.dumps({**chosen, **more}, sort_keys=True, separators=(",", ":"))


def choices(path: Path, table: Mapping[str, Any]) -> Choices:
    """Return the choices of a `[project]` table of `path` whose values are of their kinds.

    Raises:
        PorterError: they contradict one another.
    """
    given = _VERSION.fullmatch(table.get("rocm", ""))
    roc = tuple(sorted(key for key in ROC if table.get(key) == "roc"))
    if problem := check_roc(roc):
        raise PorterError(f'[project] solver = "roc" needs blas = "roc": {problem}', path=path)
    return Choices(
        kind=table.get("kind"),
        warp=table.get("warp", "32"),
        launch=table.get("launch", "cuda"),
        roc=roc,
        gemm=table.get("gemm", "blas"),
        rename=table.get("rename", False),
        unsafe=table.get("unsafe", False),
        rocm=DEFAULT_ROCM if given is None else (int(given[1]), int(given[2])),
        capability=capability_of(table.get("capability", "")),
        only=tuple(sorted(map(current, table.get("only", ())))),
        skip=tuple(sorted(map(current, table.get("skip", ())))),
        include=tuple(table.get("include", ())),
        define=tuple(table.get("define", ())),
        vendored=table.get("vendored", False),
        target=table.get("target", ""),
    )


def capability_of(text: str) -> tuple[int, int] | None:
    """Return the compute capability that a setting names: None for "device", the default for ""."""
    version = _VERSION.fullmatch(text)
    if version is not None:
        return int(version[1]), int(version[2])
    return None if text == "device" else DEFAULT_CAPABILITY


def git_source(path: Path, table: Mapping[str, Any]) -> GitSource | None:
    """Return the git remote of a `[project]` table of `path`, None when it names none.

    Raises:
        PorterError: a value is not understood.
    """
    value = table.get("git")
    if value is None:
        return None
    if "remote" not in value or "revision" not in value:
        raise PorterError("[project.git] needs remote and revision", path=path)
    if why := why_no_remote(value["remote"]):
        raise PorterError(f"[project.git] remote {why}", path=path)
    if not is_revision(value["revision"]):
        raise PorterError(
            f"[project.git] revision is not a branch, tag or commit: {value['revision']!r}",
            path=path,
        )
    folder = value.get("path", "").strip("/")
    if folder and not is_inside(folder):
        raise PorterError(
            f"[project.git] path is not a folder of a repository: {folder!r}", path=path
        )
    return GitSource(value["remote"], value["revision"], folder)
