"""The `#include` lines that a file gains for what its rules asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from porter.compat.headers import support_path
from porter.source import Edit, Include, SourceFile, Support
from porter.source.placement import include_offset, includes_of_hip


def inclusions(
    file: SourceFile,
    edits: Sequence[Edit],
    includes: Iterable[Include],
    supports: Iterable[Support],
) -> list[Edit]:
    """Return the edits that add the inclusions which neither the file nor an edit has yet.

    An inclusion under a condition does not count, since it may be off, unless HIP's is meant.

    Args:
        file: the file.
        edits: what else is done to it, such as the renaming of headers.
        includes: headers asked for.
        supports: support headers asked for.
    """
    wanted: dict[bytes, tuple[bytes, str]] = {}
    for include in sorted(includes, key=lambda include: include.header):
        path = include.header.strip(b"<>")
        wanted.setdefault(path, (b"<%b>" % path, include.rule))
    for support in sorted(supports, key=lambda support: support.name):
        path = support_path(file.path, support.name).encode()
        wanted.setdefault(path, (b'"%b"' % path, support.rule))
    for path in _present(file, edits):
        wanted.pop(path, None)
    if not wanted:
        return []
    offset = include_offset(file)
    lacks_newline = offset == len(file.data) and not file.data.endswith(b"\n") and offset > 0
    lines = [(b"#include " + text + file.newline, rule) for text, rule in wanted.values()]
    if lacks_newline:
        lines[0] = (file.newline + lines[0][0], lines[0][1])
    return [Edit(offset, offset, line, rule) for line, rule in lines]


def _present(file: SourceFile, edits: Sequence[Edit]) -> Iterable[bytes]:
    """Yield the paths of the headers that the file includes once `edits` are applied."""
    changed = {edit.start: edit.text for edit in edits if edit.start < edit.end}
    for include in includes_of_hip(file):
        text = changed.get(include.path_start - 1, changed.get(include.path_start))
        yield include.path if text is None else text.strip(b'<>"')
