"""The programs that a folder's own build makes of CUDA's side, and what that build did not make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from porter.errors import PorterError
from porter.own_build.systems import System, Target
from porter.port.scaffold.sources import has_main
from porter.project.discover import Project
from porter.project.settings.settings import ProjectSettings
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.file import SourceFile
from porter.verify.place import Device
from porter.verify.program.candidates import to_try
from porter.verify.program.cuda_build import CudaBuild, cuda_build, listed
from porter.verify.program.cuda_programs import content_of
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.guessed_arguments import guessed_arguments
from porter.verify.program.guessed_options import guessed_options
from porter.verify.program.known_commands import known_commands
from porter.verify.program.named_data import NamedData
from porter.verify.program.program_targets import inside, makes_program, parts_of
from porter.verify.program.standard_input import reads_of_executable

_SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c")
#: The sources that an executable's symbols name: clang's, and nvcc's, which hands GCC a file of its
#: own, for one architecture with that in its name.
_NAMED = re.compile(
    rb"(?<=\0)(?:tmpxft_\w{1,40}-\d{1,4}_)?+([\w.+-]{1,200}?)"
    rb"(?:\.cu|(?:\.compute_\w{2,5})?\.cudafe1\.cpp)(?=\0)"
)


@dataclass(frozen=True, slots=True)
class FailedBuild:
    """A build that failed, or made nothing of CUDA's.

    Attributes:
        row: the case that says so.
        folder: the folder that was built.
        parts: folders inside it that were built by themselves.
        made: the names, without suffixes, of the programs that it made all the same and of the
            sources in them.
    """

    row: FoundProgram
    folder: Path
    parts: tuple[Path, ...] = ()
    made: frozenset[str] = frozenset()

    def has(self, source: Path) -> bool:
        """Tell whether no other build is there for a source.

        Args:
            source: a file of the tree.
        """
        is_inside = source.is_relative_to(self.folder)
        return is_inside and not any(map(source.is_relative_to, self.parts))

    def may_have_made(self, source: Path) -> bool:
        """Tell whether a program may have been made of a source, as far as names say.

        Args:
            source: a file of the tree that has a `main`.
        """
        return self.has(source) and source.stem in self.made


class MadePrograms:
    """Builds folders of CUDA's side in copies.

    Args:
        project: the project.
        tree: its upstream.
        sources: its own CUDA sources.
        device: what is built for.
        data: the data files in it.

    Attributes:
        failed: the builds that failed so far, or made nothing of CUDA's, and whose sources may be
            programs by themselves.
    """

    def __init__(
        self,
        project: ProjectSettings,
        tree: Project,
        sources: Sequence[Path],
        device: Device,
        data: NamedData,
    ) -> None:
        self._project = project
        self._tree = tree
        self._data = data
        self._sources = sources
        self._device = device
        self.failed: list[FailedBuild] = []

    def of(self, target: Target, why: str = "") -> Iterator[FoundProgram]:
        """Yield the programs of CUDA's that a folder's build makes.

        Where the build fails or makes none, folders inside it that have build files and CUDA
        sources of their own are built by themselves: a file for all of a collection wants much that
        one program of it does not.

        Args:
            target: the folder.
            why: why it is built by itself.
        """
        folder = target.folder.relative_to(self._project.upstream).as_posix()
        broken = FoundProgram(run=folder, folder=folder, system=target.system)
        sources = inside(self._sources, target.folder)
        try:
            made = cuda_build(
                self._project.upstream, target, self._device, may_switch=bool(sources)
            )
        except PorterError as error:
            failed = FailedBuild(replace(broken, unusable=str(error)), target.folder)
            yield from self._told(failed)
            return
        if made.problem and not made.programs and (instead := self._by_make(target)):
            why = "; ".join(filter(None, (why, f"built by make: {made.problem}")))
            target, made = instead
            broken = replace(broken, system=target.system)
        own = [path for path in sources if makes_program(path)]
        guesses: tuple[Command, ...] = ()
        called = {PurePosixPath(path).name for path in made.programs}
        if len(own) == len(called) == 1:  # it is the program's, or that of several versions
            path = own[0].relative_to(self._project.upstream).as_posix()
            guesses = guessed_arguments(self._project.upstream, path)
        mains = _mains(self._tree, target.folder)
        if not own and len(mains) == 1:  # for a host's compiler; it may be linked with each side
            guesses = guessed_arguments(self._project.upstream, mains[0][0])
        if made.is_of_libraries and not (own or mains):
            return  # of which cases are
        yield from _of_cuda(made, broken, why, guesses, mains, self._data)
        if not made.problem or (made.is_of_the_host and not sources):
            return  # what has nothing to do with CUDA is a part of the repository
        yield from self._rest(target, broken, made)

    def _by_make(self, target: Target) -> tuple[Target, CudaBuild] | None:
        """Return what make makes of a folder whose CMake fails: an IDE's may be nobody's build."""
        if target.system is not System.CMAKE or not any(
            (target.folder / name).is_file() for name in MAKEFILE_NAMES
        ):
            return None
        other = Target(target.folder, System.MAKE)
        may_switch = bool(inside(self._sources, target.folder))
        try:
            made = cuda_build(self._project.upstream, other, self._device, may_switch=may_switch)
        except PorterError:
            return None
        return (other, made) if made.programs else None

    def _rest(
        self, target: Target, broken: FoundProgram, made: CudaBuild
    ) -> Iterator[FoundProgram]:
        """Yield the programs of the parts of a folder whose own build failed; keep the failure."""
        sources = inside(self._sources, target.folder)
        parts = [one for one in parts_of(target, self._sources) if inside(sources, one.folder)]
        failed = FailedBuild(
            replace(broken, unusable=made.problem),
            target.folder,
            tuple(one.folder for one in parts),
            _names(made),
        )
        if not parts or any(map(failed.has, sources)):
            yield from self._told(failed)
        places = [self._project.upstream / path for path in made.programs]
        for part in parts:
            if not inside(places, part.folder):
                yield from self.of(part, f"built by itself: {made.problem}")

    def _told(self, failed: FailedBuild) -> Iterator[FoundProgram]:
        """Yield the case of a build that failed at once where no source of CUDA's was its own."""
        if any(map(failed.has, self._sources)):
            self.failed.append(failed)
        else:
            yield failed.row


def _names(made: CudaBuild) -> frozenset[str]:
    """Return the names of programs and of the sources of CUDA's in them, without suffixes."""
    contents = (content_of(made.built.root / path) for path in made.programs)
    sources = (name.decode() for content in contents for name in _NAMED.findall(content))
    return frozenset((*(Path(path).stem for path in made.programs), *sources))


def _mains(tree: Project, folder: Path) -> list[tuple[str, bytes]]:
    """Return the sources in a folder that have a `main`: path and content."""
    found = []
    for entry in tree.entries:
        is_own = not entry.is_link and not tree.is_vendored(entry.path)
        is_inside = (tree.root / entry.path).is_relative_to(folder)
        if is_own and is_inside and entry.path.endswith(_SOURCES):
            data = tree.read(entry.path)
            if b"argv" in data and has_main(SourceFile(entry.path, data)):
                found.append((entry.path, data))
    return found


def _of_cuda(
    made: CudaBuild,
    part: FoundProgram,
    why: str,
    guesses: tuple[Command, ...],
    mains: Sequence[tuple[str, bytes]],
    data: NamedData,
) -> Iterator[FoundProgram]:
    """Yield the programs that a build made which have to do with CUDA.

    Args:
        made: what the build made.
        part: what they have in common.
        why: why their folder was built by itself.
        guesses: how a program may be called of which nothing is known.
        mains: sources that may be the programs'.
        data: the tree's files that programs read.
    """
    built = made.built
    known = known_commands(built, part.folder, part.system)
    others = [path for path in built.programs if path not in made.programs]
    left_out = f"left out, with nothing of CUDA's: {listed(others)}" if others else ""
    switched = f"built with {made.switch}" if made.switch else ""
    settings = made.switch.variables if made.switch else ()
    notes = tuple(filter(None, (why, switched, left_out)))
    for path in made.programs:
        content = content_of(built.root / path)
        reads = reads_of_executable(content)
        named = data.of(path, content)
        candidates = to_try(built.root, path, known.get(path, []), reads, content, named.place)
        if not any(one.args for one in known.get(path, ())):  # `make run` may leave them open
            candidates += guesses
        candidates += guessed_options(mains, candidates[0].folder, content)
        case = replace(
            part,
            run=path,
            candidates=candidates,
            reads=reads,
            settings=settings,
            notes=(*notes, *filter(None, (named.note,))),
            data=named.unported,
        )
        yield case.called(candidates[0])
        notes = tuple(filter(None, (why, switched)))
