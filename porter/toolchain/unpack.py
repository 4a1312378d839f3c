"""Unpacks Debian packages, Python wheels and source archives into a directory, without root."""

from __future__ import annotations

import errno
import gzip
import subprocess
import tarfile
import zipfile
import zlib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from io import BufferedIOBase
from pathlib import Path, PurePosixPath

from porter.errors import PorterError
from porter.files.atomic import Readable
from porter.files.confined import ConfinedTree, OutOfBounds

#: How many times its own size an archive may unpack to, and what even the smallest one may.
_MOST_TIMES = 200
_AT_LEAST = 64_000_000
#: What zipfile and zlib raise on an archive that is damaged.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OverflowError)
#: A member stands where another one cannot be, or lies behind a link.
_MISPLACED = (OutOfBounds, NotADirectoryError, IsADirectoryError, FileNotFoundError)


def unpack_deb(archive: Path, root: Path, exclude: Iterable[str] = ()) -> None:
    """Unpack the data of a Debian package below `root`.

    Owners, set-id bits, special files and links that lead out of `root` are left out: nothing here
    runs as anyone else.

    Args:
        archive: the `.deb`.
        root: the directory that stands for `/`; it is made.
        exclude: fnmatch patterns of paths, relative to the root, to leave out.

    Raises:
        PorterError: the archive is damaged, unpacks to far more than its size, or names a path
            outside `root` or behind a link.
        OSError: it cannot be written.
    """
    patterns = tuple(exclude)
    root.mkdir(parents=True, exist_ok=True)
    command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
    with (
        ConfinedTree(root) as tree,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        stream = _Bounded(process.stdout, archive)
        try:
            with tarfile.open(fileobj=stream, mode="r|") as tar:
                for member in tar:
                    path = _inside(member.name, archive)
                    if not any(fnmatchcase(path, pattern) for pattern in patterns):
                        _extract(tar, member, tree, path, archive)
            while stream.read(tarfile.RECORDSIZE):
                pass
        except tarfile.TarError as error:
            raise PorterError(f"damaged package: {error}", path=archive) from error
        except _MISPLACED as error:
            raise _misplaced(error, archive) from error
        reason = process.stderr.read().decode(errors="replace").strip()
    if process.returncode != 0:
        raise PorterError(f"damaged package: {reason}", path=archive)


def unpack_source(archive: Path, root: Path, inside: str, exclude: Iterable[str] = ()) -> None:
    """Unpack one folder of a source archive below `root`.

    Args:
        archive: the `.tar.gz`, all of whose files lie in one folder.
        root: what the folder becomes; it is made.
        inside: the folder that is wanted, relative to the archive's own.
        exclude: fnmatch patterns of paths, relative to that folder, to leave out.

    Raises:
        PorterError: the archive is damaged, unpacks to far more than its size, or names a path
            outside itself or behind a link.
        OSError: it cannot be written.
    """
    patterns = tuple(exclude)
    wanted = PurePosixPath(inside)
    root.mkdir(parents=True, exist_ok=True)
    try:
        with (
            ConfinedTree(root) as tree,
            gzip.open(archive) as packed,
            tarfile.open(fileobj=_Bounded(packed, archive), mode="r|") as tar,
        ):
            for member in tar:
                path = PurePosixPath(*PurePosixPath(_inside(member.name, archive)).parts[1:])
                if not path.is_relative_to(wanted) or member.islnk():
                    continue
                name = str(path.relative_to(wanted))
                if not any(fnmatchcase(name, pattern) for pattern in patterns):
                    _extract(tar, member, tree, name, archive)
    except (tarfile.TarError, *_DAMAGE, gzip.BadGzipFile) as error:
        raise PorterError(f"damaged archive: {error}", path=archive) from error
    except _MISPLACED as error:
        raise _misplaced(error, archive) from error


def unpack_wheel(archive: Path, root: Path, exclude: Iterable[str] = ()) -> None:
    """Unpack a wheel of headers and libraries below `root`; several make one toolkit.

    Wheels of the `nvidia` namespace hold `nvidia/<library>/<include|lib|nvvm|bin>/…`, others
    `<package>/<include|lib>/…`; a toolkit holds the same without the levels in front. clang takes a
    directory for a toolkit when it has `bin` and `lib64` too.

    Args:
        archive: the `.whl`.
        root: the root of the toolkit; it is made.
        exclude: fnmatch patterns of paths, relative to the root, to leave out.

    Raises:
        PorterError: the archive is damaged, unpacks to far more than its size, or names a path
            outside `root`.
        OSError: it cannot be written.
    """
    patterns = tuple(exclude)
    root.mkdir(parents=True, exist_ok=True)
    try:
        with ConfinedTree(root) as tree, zipfile.ZipFile(archive) as wheel:
            for directory in ("bin", "lib64"):
                tree.make_folder(directory)
            left = _limit(archive)
            for info in wheel.infolist():
                parts = PurePosixPath(_inside(info.filename, archive)).parts
                inner = "/".join(parts[2 if parts[:1] == ("nvidia",) else 1 :])
                about_the_wheel = parts[0].endswith(".dist-info")
                if about_the_wheel or info.is_dir() or parts[-1] == "__init__.py":
                    continue
                if not inner or any(fnmatchcase(inner, pattern) for pattern in patterns):
                    continue
                left -= info.file_size  # which zipfile holds the content to
                if left < 0:
                    raise _too_large(archive)
                with wheel.open(info) as source:
                    tree.copy(source, inner, 0o644)
    except (*_DAMAGE, NotImplementedError, RuntimeError) as error:
        raise PorterError(f"damaged wheel: {error}", path=archive) from error
    except _MISPLACED as error:
        raise _misplaced(error, archive) from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise PorterError("damaged wheel: it names a place before itself", path=archive) from error


def _inside(name: str, archive: Path) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise PorterError(f"the archive names a path outside itself: {name}", path=archive)
    return str(path)


def _extract(
    tar: tarfile.TarFile, member: tarfile.TarInfo, tree: ConfinedTree, path: str, archive: Path
) -> None:
    """Put one member where it belongs."""
    if path == ".":
        return
    if member.isdir():
        tree.make_folder(path)
    elif member.issym():
        if _stays_inside(path, member.linkname):
            tree.link(path, member.linkname)
    elif member.islnk():
        existing = _inside(member.linkname, archive)
        tree.remove(path)
        tree.hard_link(path, existing)
    elif member.isfile():
        source = tar.extractfile(member)
        assert source is not None
        with source:
            tree.copy(source, path, member.mode)


def _stays_inside(path: str, destination: str) -> bool:
    """Tell whether a link at `path` leads to something inside, whatever other links there are.

    It goes up first, through folders that are none of them links, and then down. A `..` further on
    might come after a link, and lead anywhere.
    """
    parts = destination.split("/")
    up = 0
    while up < len(parts) and parts[up] == "..":
        up += 1
    is_relative = bool(destination) and not destination.startswith("/")
    return is_relative and up <= path.count("/") and ".." not in parts[up:]


class _Bounded(BufferedIOBase):
    """What an archive unpacks to, which ends in an error where it is far more than its size."""

    def __init__(self, stream: Readable, archive: Path) -> None:
        super().__init__()
        self._stream = stream
        self._archive = archive
        self._left = _limit(archive)

    def read(self, size: int | None = -1, /) -> bytes:
        """Return what comes next."""
        most = self._left + 1
        found = self._stream.read(most if size is None or size < 0 else min(size, most))
        self._left -= len(found)
        if self._left < 0:
            raise _too_large(self._archive)
        return found


def _limit(archive: Path) -> int:
    return _AT_LEAST + _MOST_TIMES * archive.stat().st_size


def _too_large(archive: Path) -> PorterError:
    return PorterError("unpacks to far more than its size says", path=archive)


def _misplaced(error: OSError, archive: Path) -> PorterError:
    return PorterError(f"the archive contradicts itself: {error.strerror}", path=archive)
