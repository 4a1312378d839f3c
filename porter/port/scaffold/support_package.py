"""Makes a `setup.py` install the port's one folder of support headers inside a package."""

from __future__ import annotations

import ast
from itertools import accumulate

from porter.compat.headers import SUPPORT_FOLDER
from porter.source.python.syntax import parse_python
from porter.source.text.splice import Change, spliced


def installing_support(data: bytes, packages: list[str]) -> bytes | None:
    """Return a setup.py that installs the support headers beside what each package includes.

    `setup(packages=…)` gets a package of headers for each, which lies at the root of the tree.

    Args:
        data: the script.
        packages: dotted names of packages that compile at first use.

    Returns:
        None where the script's packages cannot be added to: no such call, or several.
    """
    try:
        tree = parse_python(data)
    except SyntaxError:
        return None
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)
             and ast.unparse(node.func) in ("setup", "setuptools.setup")]  # fmt: skip
    words = {word.arg: word.value for call in calls for word in call.keywords}
    if len(calls) != 1 or "packages" not in words:
        return None
    names = [f"{package}.{SUPPORT_FOLDER}" for package in packages]
    starts = [0, *accumulate(len(line) for line in data.splitlines(keepends=True))]

    def span(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def added(key: str, brackets: str, star: str, text: str) -> Change:
        start, end = span(words[key])
        before = data[start:end].decode("utf-8", "surrogateescape")
        if isinstance(words[key], (ast.List, ast.Dict)) and len(before) > 2:
            listed = f"{before[:-1].rstrip().rstrip(',')}, {text}{brackets[1]}"
        else:
            listed = f"{brackets[0]}{star}{before}, {text}{brackets[1]}"
        return start, end, listed.encode("utf-8", "surrogateescape")

    folders = ", ".join(f'"{name}": "{SUPPORT_FOLDER}"' for name in names)
    files = ", ".join(f'"{name}": ["*.hpp"]' for name in names)
    changes = [added("packages", "[]", "*", ", ".join(f'"{name}"' for name in names))]
    end = span(words["packages"])[1]
    new = []
    for key, text in (("package_dir", folders), ("package_data", files)):
        if key in words:
            changes.append(added(key, "{}", "**", text))
        else:
            new.append(f"{key}={{{text}}}")
    if new:
        line = data.rfind(b"\n", 0, end) + 1
        indent = data[line : len(data) - len(data[line:].lstrip(b" \t"))].decode("ascii", "replace")
        separator = f",\n{indent}" if indent else ", "
        changes.append((end, end, (separator + separator.join(new)).encode()))
    return spliced(data, sorted(changes))
