"""The merge bases of a port: stored ones, or those of an existing port that is adopted."""

from __future__ import annotations

from pathlib import Path

from porter.errors import PorterError
from porter.files.names import BASE_FOLDER, PORT_MARK, PORTER_FOLDER
from porter.files.paths import is_inside
from porter.listing import listed
from porter.port.record import recorded
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import state_of
from porter.sync.plan.plan import Base
from porter.sync.upstream.copies import copies
from porter.sync.upstream.current import Pure


def has_files(port: Path) -> bool:
    """Tell whether there is anything in the port but what porter keeps for itself."""
    return port.is_dir() and any(child.name != PORTER_FOLDER for child in port.iterdir())


def bases_of_existing_port(
    port: Path, pure: Pure, *, adopt: bool
) -> tuple[dict[str, Base], list[str]]:
    """Return the bases of a port that has none, and what a person should know of them.

    What `porter convert` wrote and nobody changed is its own base. What else differs from the new
    conversion counts as changed by hand, from the new conversion on.

    Args:
        port: the port's folder.
        pure: what rules make of upstream now.
        adopt: take files that porter did not write for a port that was changed by hand.

    Raises:
        PorterError: the port holds files that porter did not write, and `adopt` is not given.
    """
    if not has_files(port):
        return {}, []
    written = {}
    if (port / PORT_MARK).is_file():
        written = {
            name: digest.removeprefix("link ")
            for name, digest in recorded(port).items()
            if is_inside(name)
        }
    elif not adopt:
        raise PorterError(
            "holds files, and no porter.lock says where they come from",
            path=port,
            hint="porter sync --adopt takes them for a port with hand edits; "
            "--from REV, too, with upstream's revision that was ported",
        )
    bases, notes = {}, []
    for path in sorted(pure.files.keys() | written.keys()):
        now = state_of(port / path)
        if now is None:
            continue
        is_own = written.get(path) == now.digest
        if is_own:
            bases[path] = Base(now, port / path)
        elif path in pure.files:
            bases[path] = Base(pure.files[path].state, pure.root / path)
            if written.get(path, bases[path].state.digest) != bases[path].state.digest:
                notes.append(
                    f"{path} was changed by hand on an older conversion, which is not kept: "
                    "what upstream changed since shows as taken back by hand; see porter edits"
                )
    return bases, notes


def bases_of(pure: Pure) -> dict[str, Base]:
    """Return a pure conversion as bases."""
    return {path: Base(file.state, pure.root / path) for path, file in pure.files.items()}


def stored_bases(port: Path, section: PortLock, pure: Pure) -> dict[str, Base]:
    """Return the bases that the last sync left.

    One that is missing or another than the lock says is made good from what has the same content:
    the new conversion, where it is the same, or the port's file, where nobody changed it. One that
    is what upstream gives now is taken as it is: a merge of two branches brings such bases along.

    Args:
        port: the port's folder.
        section: the port's section of the lock.
        pure: what rules make of upstream now.

    Raises:
        PorterError: a base cannot be made good.
    """
    folder = Bases(port)
    found, broken = {}, []
    for path, line in section.files.items():
        if line.base is None:
            continue
        new = pure.files.get(path)
        place = folder.place(path)
        if folder.holds(path, line.base):
            found[path] = Base(line.base, place)
        elif new is not None and line.base == new.state:
            found[path] = Base(line.base, pure.root / path)
        elif line.base == state_of(port / path):
            found[path] = Base(line.base, port / path)
        elif new is not None and folder.holds(path, new.state) and place.exists():
            found[path] = Base(new.state, place)
        else:
            broken.append(path)
    if broken:
        raise PorterError(
            f"the base of {listed(broken)} is missing or was changed",
            path=port / BASE_FOLDER,
            hint="restore it from version control; or porter sync --from REV, with the revision "
            "of upstream that the port is at",
        )
    return found


def with_copies(port: Path, bases: dict[str, Base], into: Path) -> dict[str, Base]:
    """Return bases with those of architectures that were added to the port since the last sync.

    Args:
        port: the port's folder.
        bases: those that the last sync left.
        into: an empty folder for the others.
    """
    found = dict(bases)
    for copy in copies(port, [*bases]):
        place = copy.write(found[copy.of].place, into)
        state = state_of(place)
        if state is not None:
            found[copy.path] = Base(state, place)
    return found
