"""Projects of programs and libraries: CMake's HIP language, or a Makefile that calls hipcc."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from porter.convert.emission import Emission, EmittedFile, Kind
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.port.scaffold.names import build_folder, target_name
from porter.port.scaffold.readme import ReadmeFacts
from porter.port.scaffold.sources import Source, Sources, find_sources
from porter.port.scaffold.templating import render

#: Where HIP's CMakeLists.txt goes in a project that has one for CUDA.
_HIP_FOLDER = "hip"


def add_files(
    emission: Emission, kind: Kind, conversion: TreeConversion, texts: dict[str, bytes]
) -> ReadmeFacts:
    """Add the build files of a CMake or plain project to `emission`.

    Args:
        emission: what they are added to.
        kind: which of the two.
        conversion: what was converted.
        texts: the converted bytes of each file of a C language, by upstream's path.

    Returns:
        What the port's README says of it.

    Raises:
        PorterError: there is nothing to build, or it takes PyTorch.
    """
    sources = find_sources(conversion, texts)
    if sources.uses_torch:
        raise PorterError(
            "these sources include PyTorch's headers",
            path=conversion.project.root,
            hint="use --project torch",
        )
    sources = sources.nameable(kind)
    folder = _folder_of_cmake(conversion) if kind is Kind.CMAKE else ""
    present = {entry.path for entry in conversion.project.entries}
    tree = build_folder(
        {*present, *conversion.project.empty_folders, *(["build"] if folder else [])}
    )
    name = target_name(project_name(conversion), {program.name for program in sources.programs})
    # CMake's HIP language brings the runtime to HIP sources; C++ must ask for it.
    needs_hip = bool(sources.libraries) or len(sources.device) < len(sources.all)
    targets = [library.target for library in sources.libraries]
    values = {
        "name": name,
        "folder": folder,
        "top": "../" if folder else "",
        "tree": tree,
        "sources": sources,
        "needs_hip": needs_hip,
        "links": ["hip::host", *targets] if needs_hip else [],
        "rules": list(_rules(sources, tree)),
    }
    templates = {
        Kind.CMAKE: {
            posixpath.join(folder, "CMakeLists.txt"): "CMakeLists.txt",
            "compile.sh": "compile_cmake.sh",
        },
        Kind.PLAIN: {"Makefile": "Makefile", "compile.sh": "compile_plain.sh"},
    }[kind]
    for path, template in templates.items():
        emission.files[path] = EmittedFile(render(template, **values), path.endswith(".sh"))
    emission.notes += sources.notes
    return ReadmeFacts(
        name,
        programs=tuple(program.name for program in sources.programs),
        example=_example(sources),
        flags_left_out=sources.left_out,
        folder=folder,
        tree=tree,
    )


def _folder_of_cmake(conversion: TreeConversion) -> str:
    """Return where the port's CMakeLists.txt goes: the root, unless CUDA's side has its own there.

    Raises:
        PorterError: the folder for HIP's has one, too.
    """
    present = {entry.path for entry in conversion.project.entries}
    if not conversion.options.dual or "CMakeLists.txt" not in present:
        return ""
    if f"{_HIP_FOLDER}/CMakeLists.txt" in present:
        raise PorterError(
            "upstream has a CMakeLists.txt here, where HIP's would go",
            path=conversion.project.root / _HIP_FOLDER / "CMakeLists.txt",
            hint="--dual with --project plain writes a Makefile beside upstream's files",
        )
    return _HIP_FOLDER


def _rules(sources: Sources, tree: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the rules of a Makefile: object, source, and whether that is compiled as HIP.

    A suffix whose files are all compiled alike has a pattern; the others have a rule a file.
    """
    suffixes: dict[str, list[Source]] = {}
    for source in sources.all:
        suffixes.setdefault(posixpath.splitext(source.path)[1], []).append(source)
    for suffix, group in suffixes.items():
        if len({source.is_device for source in group}) == 1:
            yield f"{tree}/%{suffix}.o", f"%{suffix}", group[0].is_device
        else:
            for source in group:
                yield f"{tree}/{source.path}.o", source.path, source.is_device


def project_name(conversion: TreeConversion) -> str:
    """Return the upstream folder's name as an identifier."""
    name = re.sub(r"\W+", "_", real_path(conversion.project.root).name, flags=re.ASCII).strip("_")
    return name if name and not name[0].isdigit() else f"port_{name}".rstrip("_")


def _example(sources: Sources) -> str:
    """Return the path of a program that stands alone, "" when there is none."""
    sources_of_programs: list[Source] = [program.source for program in sources.programs]
    return sources_of_programs[0].path if sources_of_programs and not sources.shared else ""
