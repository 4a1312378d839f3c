"""What porter.toml settles about a port's conversion, and where upstream comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.options import DEFAULT_ROCM, Options
from porter.project.paths import is_inside
from porter.project.remotes import is_revision, why_no_remote
from porter.tables import ROC, check_roc

#: Keys of `[project]` that are read here.
KEYS = frozenset(
    "kind warp launch blas sparse rand solver rename unsafe rocm only skip include define vendored"
    " git".split()
)
_ONE_OF = {
    "kind": ("torch", "cmake", "plain"),
    "warp": ("32", "native"),
    "launch": ("cuda", "hip"),
    **dict.fromkeys(ROC, ("hip", "roc")),
}
_FLAGS = ("rename", "unsafe", "vendored")
_LISTS = ("only", "skip", "include", "define")


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
        roc: what becomes ROCm's own library and not the hip wrapper, as in `Options`.
        include: folders on the include path, relative to upstream.
        define: macros that are given.
        vendored: convert other people's code in the tree, too.
    """

    kind: str | None = None
    warp: str = "32"
    launch: str = "cuda"
    roc: tuple[str, ...] = ()
    rename: bool = False
    unsafe: bool = False
    rocm: tuple[int, int] = DEFAULT_ROCM
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    vendored: bool = False

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
            rename=self.rename,
            unsafe=self.unsafe,
            rocm=self.rocm,
            only=frozenset(self.only),
            skip=frozenset(self.skip),
            include_dirs=self.include,
            defines=self.define,
            severities=severities,
        )

    def told(self, **more: object) -> str:
        """Return the choices that are not the default, and `more`, as one line of JSON."""
        default = asdict(Choices())
        said = {name: value for name, value in asdict(self).items() if value != default[name]}
        return json.dumps({**said, **more}, sort_keys=True, separators=(",", ":"))


def choices(path: Path, table: Mapping[str, Any]) -> Choices:
    """Return the choices of a `[project]` table of `path`.

    Raises:
        PorterError: a value is not understood.
    """
    for key, known in _ONE_OF.items():
        if key in table and table[key] not in known:
            raise _wrong(path, key, f"one of {', '.join(known)}")
    for key in _FLAGS:
        if not isinstance(table.get(key, False), bool):
            raise _wrong(path, key, "true or false")
    for key in _LISTS:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise _wrong(path, key, "a list of strings")
    rocm = re.fullmatch(r"(\d+)\.(\d+)", str(table.get("rocm", "{}.{}".format(*DEFAULT_ROCM))))
    if rocm is None or not isinstance(table.get("rocm", ""), str):
        raise _wrong(path, "rocm", 'a version such as "6.4"')
    roc = tuple(sorted(key for key in ROC if table.get(key) == "roc"))
    if problem := check_roc(roc):
        raise PorterError(f'[project] solver = "roc" needs blas = "roc": {problem}', path=path)
    return Choices(
        kind=table.get("kind"),
        warp=table.get("warp", "32"),
        launch=table.get("launch", "cuda"),
        roc=roc,
        rename=table.get("rename", False),
        unsafe=table.get("unsafe", False),
        rocm=(int(rocm.group(1)), int(rocm.group(2))),
        only=tuple(sorted(table.get("only", ()))),
        skip=tuple(sorted(table.get("skip", ()))),
        include=tuple(table.get("include", ())),
        define=tuple(table.get("define", ())),
        vendored=table.get("vendored", False),
    )


def git_source(path: Path, table: Mapping[str, Any]) -> GitSource | None:
    """Return the git remote of a `[project]` table of `path`, None when it names none.

    Raises:
        PorterError: a value is not understood.
    """
    value = table.get("git")
    if value is None:
        return None
    known = {"remote", "revision", "path"}
    is_table = isinstance(value, dict) and value.keys() <= known
    if not is_table or not all(isinstance(one, str) and one for one in value.values()):
        raise _wrong(path, "git", 'a table of remote, revision and path, each "TEXT"')
    if "remote" not in value or "revision" not in value:
        raise PorterError("[project.git] needs remote and revision", path=path)
    if why := why_no_remote(value["remote"]):
        raise PorterError(f"[project.git] remote {why}", path=path)
    if not is_revision(value["revision"]):
        raise PorterError(
            f"[project.git] revision is no branch, tag or commit: {value['revision']!r}", path=path
        )
    folder = value.get("path", "").strip("/")
    if folder and not is_inside(folder):
        raise PorterError(f"[project.git] path is no folder of a repository: {folder!r}", path=path)
    return GitSource(value["remote"], value["revision"], folder)


def _wrong(path: Path, key: str, wanted: str) -> PorterError:
    return PorterError(f"[project] {key} is {wanted}", path=path)
