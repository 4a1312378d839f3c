"""The `#include` lines that a file's edits require."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from porter.compat.headers import support_path, with_dependencies
from porter.compat.inlined import inlined, names_in
from porter.source import Edit, Include, SourceFile, Support
from porter.source.cpp.guarded_place import choices_around, guarded_place
from porter.source.cpp.placement import include_offset, includes_of_hip
from porter.source.preprocessor.device_branches import device_branches
from porter.source.preprocessor.directives import IncludeDirective
from porter.source.text.spans import holds, merged

#: Path of a header -> the lines that include it, and the rule that asked.
_Wanted = dict[bytes, tuple[list[bytes], str]]

#: Sources that only HIP's compiler reads.
_UNITS = (".cu", ".hip")
#: Headers that no host's compiler reads without HIP's.
_IS_FOR_DEVICES = re.compile(
    rb"\A(?:hip|roc|rccl|thrust|miopen|porter_compat|cu[a-z])\w*+[/.]|\.cuh\Z|porter_compat/"
)


def inclusions(
    file: SourceFile,
    edits: Sequence[Edit],
    includes: Iterable[Include],
    supports: Iterable[Support],
    *,
    is_alone: bool = False,
) -> list[Edit]:
    """Return the edits that add the inclusions which neither the file nor an edit has yet.

    An inclusion under a condition does not count, since it may be off, unless HIP's is meant.
    A header that has its device code under `#ifdef __CUDACC__` and includes nothing of CUDA's is
    read by host compilers, too, which may know nothing of HIP: it includes under a condition. What
    is needed under a choice of the project's own, `#ifdef GPU`, is included under that.

    Args:
        file: the file.
        edits: what else is done to it, such as the renaming of headers.
        includes: headers asked for.
        supports: support headers asked for.
        is_alone: the file can include nothing of the port's: it gets what they say.
    """
    wanted: _Wanted = {}
    supports = sorted(supports, key=lambda support: support.name)
    includes = sorted(includes, key=lambda include: (include.header, include.by_hipcc))
    first = {include.header.strip(b"<>") for include in includes if include.is_first}
    for include in includes:
        path = include.header.strip(b"<>")
        lines = [b"#include <%b>" % path]
        if include.by_hipcc:
            lines = [b"#ifdef __HIPCC__", *lines, b"#endif"]
        wanted.setdefault(path, (lines, include.rule))
    if is_alone and supports:
        lacking = {support.name for support in supports} - names_in(file.data)
        text = inlined(with_dependencies(lacking))
        wanted[text] = (text.splitlines(), supports[0].rule)
        supports = []
    for support in supports:
        path = support_path(file.path, support.name).encode()
        wanted.setdefault(path, ([b'#include "%b"' % path], support.rule))
    for path in _present(file, edits):
        if path not in first:
            wanted.pop(path, None)
    if not wanted:
        return []
    if _is_for_hosts_too(file, edits, supports):
        wanted = _for_device_code(wanted)
    chosen = list(_by_choice(file, edits, supports, wanted))
    if not wanted:
        return chosen
    offset = include_offset(file)
    lacks_newline = offset == len(file.data) and not file.data.endswith(b"\n") and offset > 0
    texts = [
        (b"".join(line + file.newline for line in lines), rule) for lines, rule in wanted.values()
    ]
    if lacks_newline:
        texts[0] = (file.newline + texts[0][0], texts[0][1])
    return [*chosen, *(Edit(offset, offset, text, rule) for text, rule in texts)]


def _by_choice(
    file: SourceFile, edits: Sequence[Edit], supports: Sequence[Support], wanted: _Wanted
) -> Iterator[Edit]:
    """Yield the inclusions that a choice of the project's asks for, and take them from the others.

    A file that includes HIP in any case, or that its compiler alone reads, asks for all it needs.
    """
    if file.path.endswith(_UNITS) or any(map(_IS_FOR_DEVICES.search, _present(file, edits))):
        return
    changed = [edit.start for edit in edits]
    for support in supports:
        path = support_path(file.path, support.name).encode()
        places = [edit.start for edit in edits if edit.support == support.name]
        place = guarded_place(file, places, changed) if path in wanted else None
        if place is not None:
            lines, rule = wanted.pop(path)
            had = (include.start for include, given in _after(file, edits) if given == path)
            if any(place.condition in choices_around(file, at, changed) for at in had):
                continue
            if not place.is_inside:
                lines = [place.condition, *lines, b"#endif"]
            text = b"".join(line + file.newline for line in lines)
            yield Edit(place.offset, place.offset, text, rule)


def _is_for_hosts_too(file: SourceFile, edits: Sequence[Edit], supports: Sequence[Support]) -> bool:
    """Tell whether hosts' compilers read the file, and device code alone needs the inclusions."""
    if file.path.endswith(_UNITS) or any(map(_IS_FOR_DEVICES.search, _present(file, edits))):
        return False
    device = device_branches(file.code, file.directives)
    if not device:
        return False
    of_directives = merged((one.start, one.end) for one in file.directives)
    outside = [
        edit
        for edit in edits
        if not (holds(device, edit.start) or holds(of_directives, edit.start))
    ]
    asked = {edit.support for edit in edits}
    return not any(edit.support for edit in outside) and (
        not outside or all(support.name in asked for support in supports)
    )


def _for_device_code(wanted: _Wanted) -> _Wanted:
    """Put what is to be included in any case under a condition, all of it under one."""
    found = {path: one for path, one in wanted.items() if len(one[0]) > 1}
    alone = [(lines, rule) for path, (lines, rule) in wanted.items() if path not in found]
    if alone:
        lines = [b"#ifdef __HIPCC__", *(line for one, _ in alone for line in one), b"#endif"]
        found[b"__HIPCC__"] = (lines, alone[0][1])
    return found


def _present(file: SourceFile, edits: Sequence[Edit]) -> Iterable[bytes]:
    """Yield the paths of the headers that the file includes once `edits` are applied."""
    sure = {include.start for include in includes_of_hip(file)}
    return (path for include, path in _after(file, edits) if include.start in sure)


def _after(file: SourceFile, edits: Sequence[Edit]) -> Iterator[tuple[IncludeDirective, bytes]]:
    """Yield the inclusions of the file, and what they include once `edits` are applied."""
    changed = {edit.start: edit.text for edit in edits if edit.start < edit.end}
    for include in file.includes:
        text = changed.get(include.path_start - 1, changed.get(include.path_start))
        yield include, include.path if text is None else text.strip(b'<>"')
