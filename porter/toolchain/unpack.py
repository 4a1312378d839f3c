"""Unpacks Debian packages and Python wheels into a directory, as any user."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from porter.errors import PorterError


def unpack_deb(archive: Path, root: Path, exclude: Iterable[str] = ()) -> None:
    """Unpack the data of a Debian package below `root`.

    Owners, set-id bits and special files are left out: nothing here runs as anyone else.

    Args:
        archive: the `.deb`.
        root: the directory that stands for `/`.
        exclude: fnmatch patterns of paths, relative to the root, to leave out.

    Raises:
        PorterError: the archive is damaged or names a path outside `root`.
    """
    patterns = tuple(exclude)
    command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            with tarfile.open(fileobj=process.stdout, mode="r|") as tar:
                for member in tar:
                    path = _inside(member.name, archive)
                    if not any(fnmatchcase(str(path), pattern) for pattern in patterns):
                        _extract(tar, member, root, path, archive)
            process.stdout.read()
        except tarfile.TarError as error:
            raise PorterError(f"damaged package: {error}", path=archive) from error
        reason = process.stderr.read().decode(errors="replace").strip()
    if process.returncode != 0:
        raise PorterError(f"damaged package: {reason}", path=archive)


def unpack_wheel(archive: Path, root: Path, exclude: Iterable[str] = ()) -> None:
    """Unpack a wheel of the `nvidia` namespace below `root` as one toolkit.

    The wheels hold `nvidia/<library>/<include|lib|nvvm|bin>/…`; a toolkit holds the same without
    the first two levels. clang takes a directory for a toolkit when it has `bin` and `lib64` too.

    Args:
        archive: the `.whl`.
        root: the root of the toolkit.
        exclude: fnmatch patterns of paths, relative to the root, to leave out.

    Raises:
        PorterError: the archive is damaged or names a path outside `root`.
    """
    patterns = tuple(exclude)
    for directory in ("bin", "lib64"):
        (root / directory).mkdir(parents=True, exist_ok=True)
    try:
        with zipfile.ZipFile(archive) as wheel:
            for info in wheel.infolist():
                path = _inside(info.filename, archive)
                inner = PurePosixPath(*path.parts[2:])
                if path.parts[:1] != ("nvidia",) or info.is_dir() or path.name == "__init__.py":
                    continue
                if any(fnmatchcase(str(inner), pattern) for pattern in patterns):
                    continue
                target = root / inner
                target.parent.mkdir(parents=True, exist_ok=True)
                with wheel.open(info) as source, target.open("wb") as sink:
                    shutil.copyfileobj(source, sink)
    except zipfile.BadZipFile as error:
        raise PorterError(f"damaged wheel: {error}", path=archive) from error


def _inside(name: str, archive: Path) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise PorterError(f"the archive names a path outside itself: {name}", path=archive)
    return path


def _extract(
    tar: tarfile.TarFile, member: tarfile.TarInfo, root: Path, path: PurePosixPath, archive: Path
) -> None:
    target = root / path
    if member.isdir():
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_symlink() or target.exists():
        target.unlink()
    if member.issym():
        target.symlink_to(member.linkname)
    elif member.islnk():
        target.hardlink_to(root / _inside(member.linkname, archive))
    elif member.isfile():
        source = tar.extractfile(member)
        assert source is not None
        with source, target.open("wb") as sink:
            shutil.copyfileobj(source, sink, 1 << 20)
        target.chmod(member.mode & 0o777)
