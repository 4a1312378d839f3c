"""A converted tree in memory, as a project that can be converted again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.files.digests import digest_of
from porter.project.discover import Entry, Project
from porter.source.text.languages import Language, language_of

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion

#: Why nothing in the folder of support headers is converted again.
_OWN = "porter's support headers"


class ConvertedProject(Project):
    """What a conversion makes of a tree, as it would be written.

    Args:
        conversion: the conversion.

    Attributes:
        origin: path -> path before the conversion, of the files that have one.
        replaced: likewise, of the files that others stand in for.
    """

    def __init__(self, conversion: TreeConversion) -> None:
        before, emission = conversion.project, conversion.emission
        self._conversion = conversion
        self._supports = {f"{SUPPORT_FOLDER}/{name}": name for name in conversion.supports}
        self.origin: dict[str, str] = {}
        self.replaced: dict[str, str] = {}
        entries: dict[str, Entry] = {}
        for entry in before.entries:
            path = conversion.renamed.get(entry.path, entry.path)
            if not emission.skips(entry.path, path):
                entries[path] = entry._replace(path=path)
                self.origin[path] = entry.path
            elif path in emission.files:
                self.replaced[path] = entry.path
        for path in emission.files:
            entries[path] = Entry(path, language_of(path))
        for path in self._supports:
            entries.setdefault(path, Entry(path, Language.CUDA))
        vendored = dict(before.vendored)
        if any(path.startswith(f"{SUPPORT_FOLDER}/") for path in entries):
            vendored[SUPPORT_FOLDER] = _OWN
        super().__init__(
            before.root,
            [entries[path] for path in sorted(entries)],
            list(before.empty_folders),
            vendored=vendored,
            included=before.included,
        )

    def read(self, path: str) -> bytes:
        """Return the bytes that a file will have.

        Raises:
            OSError: it cannot be read, or changed since it was converted.
        """
        conversion = self._conversion
        if path in conversion.emission.files:
            return conversion.emission.files[path].data
        if path not in self.origin:
            return text(self._supports[path])
        file = conversion.files.get(self.origin[path])
        data = conversion.project.read(self.origin[path])
        if file is None or not file.changes:
            return data
        if digest_of(data) != file.digest:
            raise OSError(None, "it changed while porter ran")
        return file.apply(data)

    def destination(self, path: str) -> str:
        """Return where a symbolic link leads.

        Raises:
            OSError: it cannot be read.
        """
        return self._conversion.project.destination(self.origin[path])
