"""What changed in ROCm's headers between two versions, among the names that porter writes.

python -m porter.report.rocm_upgrade 7.2 docs/rocm-7.md     # between its two marks
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from porter.files.write import write_atomically
from porter.tables.names import load
from porter.tables.rows import Row

BEGIN, END = "<!-- from the tables -->\n", "<!-- to here -->\n"
#: How many names of a row are written out.
_NAMED = 6


def tables(version: str) -> str:
    """Return what changed with a version, in Markdown.

    Args:
        version: a ROCm whose headers the tables were derived from, as `7.2`.
    """
    rows = [row for row in load().names.values() if row.hip]
    gone = _by_library(row for row in rows if row.rocm_removed == version)
    new = _by_library(row for row in rows if row.rocm_since == version)
    lines = ["### Gone", "", "| library | number | names |", "|--|--|--|"]
    lines += [_names(library, names) for library, names in gone]
    lines += ["", "### New", "", "| library | number | names |", "|--|--|--|"]
    lines += [_names(library, names) for library, names in new]
    lines += ["", "### Declared otherwise", ""]
    lines += ["| library | number | names | before | since |", "|--|--|--|--|--|"]
    changed: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows:
        before, since = _differences(row.differs, version)
        if since:
            changed[row.library, before, since].add(row.hip.decode())
    order = sorted(changed.items(), key=lambda one: (one[0][0], -len(one[1]), one[0][1:]))
    for (library, before, since), names in order:
        cells = (library, str(len(names)), _some(names), before, since)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _by_library(rows: Iterator[Row]) -> list[tuple[str, set[str]]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        found[row.library].add(row.hip.decode())
    return sorted(found.items())


def _names(library: str, names: set[str]) -> str:
    return f"| {library} | {len(names)} | {_some(names)} |"


def _some(names: set[str]) -> str:
    chosen = sorted(names)
    rest = len(chosen) - _NAMED
    text = ", ".join(f"`{name}`" for name in chosen[:_NAMED])
    return f"{text} and {rest} more" if rest > 0 else text


def _differences(differs: str, version: str) -> tuple[str, str]:
    """Return how a name differs from CUDA's before and since a version; empty for no change."""
    mark = f"rocm>={version}: "
    before, found, since = differs.partition(mark)
    if not found:
        return "", ""
    before = "; ".join(part for part in before.split("; ") if not part.startswith("cuda")).strip()
    since = re.split(r"; (?:cuda|rocm)[<>=]", since)[0]
    return _readable(before.rstrip("; ")), _readable(since)


def _readable(text: str) -> str:
    """Return differences from CUDA's declaration in words."""
    text = re.sub(r"^(?:sig|type|enum)=$", "as CUDA's", text)
    text = re.sub(r"^(?:(?:type|class)~|cast|some|arity(?= arity))\s+", "", text)
    text = re.sub(r"\bcall$", "as CUDA's for every call", text)
    text = re.sub(r"(\d+):([^;]+?)->([^;]+)", r"argument \1 is `\3`, CUDA's `\2`", text)
    text = re.sub(r"arity (\d+)->(\d+)", r"\2 parameters, CUDA's has \1", text)
    text = re.sub(r"^parameters (\d+)->(\d+)", r"\2 template parameters, CUDA's has \1", text)
    text = re.sub(r"define:(\w+)", r"with `\1` defined", text)
    text = re.sub(r"mask:64 bits", "masks have 64 bits", text)
    text = re.sub(r"lacks (\([^)]*\))", "lacks an overload", text)
    text = re.sub(r"lacks ([\w,]+)", lambda found: f"lacks {_some(set(found[1].split(',')))}", text)
    return text.replace("|", "\\|") or "–"


def main(version: str, path: Path) -> None:
    """Write the tables between the two marks of a document."""
    head, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    write_atomically(path, f"{head}{BEGIN}\n{tables(version)}\n{END}{tail}".encode())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
