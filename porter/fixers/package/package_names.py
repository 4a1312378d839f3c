"""Give a package its new name, in every case style and every kind of text.

## What it does
A rule pack (`rules/*/pack.toml`, or one's own with `--rules`) says that `aiter` becomes `ck_tile`.
From these two names follow `AITER` → `CK_TILE`, `Aiter` → `CkTile`, `aiterTensor` → `ckTileTensor`,
`AITERTensor` → `CKTileTensor`, and `aiter-tools` → `ck-tile-tools` where a hyphen is no minus. The
names are found as words and as parts of words (`module_aiter_enum`), in code, strings and comments,
in any text: Python, C++, CMake, JSON, TOML, YAML, CSV, shell, Markdown, templates. The names of
files and folders follow.

## Why
A package's name is spelled in its imports, its namespaces, its macros, its include guards, its
configuration, its environment variables. A rename that forgets one of them does not load.

## What it leaves alone
Words that only contain the letters (`waiter`). What PKG02 lists: addresses, Python's own `aiter()`,
mangled symbols, names of binary device code, licences. Files that do not parse (PKG05), binary
files, version control's data, vendored code.

## References
docs/rule-packs.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("PKG01", "package-names", languages=tuple(Language), targets=("package",))

_PACK = Options(target="ck_tile")

EXAMPLES = (
    Example(
        """
        #ifndef AITER_ENUM_H
        namespace aiter { struct AiterTensor {}; AITERConfig aiterConfig; }
        """,
        """
        #ifndef CK_TILE_ENUM_H
        namespace ck_tile { struct CkTileTensor {}; CKTileConfig ckTileConfig; }
        """,
        options=_PACK,
        path="csrc/aiter_enum.h",
        title="C++: namespaces, macros, include guards",
    ),
    Example(
        """
        import aiter.ops
        os.environ["AITER_REBUILD"] = "1"
        torch.ops.aiter.add(a, b)
        """,
        """
        import ck_tile.ops
        os.environ["CK_TILE_REBUILD"] = "1"
        torch.ops.ck_tile.add(a, b)
        """,
        options=_PACK,
        path="example.py",
        title="Python",
    ),
    Example(
        '{"module_aiter_enum": {"srcs": ["{AITER_CSRC_DIR}/pybind/aiter_enum_pybind.cu"]}}\n',
        '{"module_ck_tile_enum": {"srcs": ["{CK_TILE_CSRC_DIR}/pybind/ck_tile_enum_pybind.cu"]}}\n',
        options=_PACK,
        path="optCompilerConfig.json",
        title="JSON",
    ),
    Example(
        "pip install amd-aiter && aiter-tune --aiter-dir x\n",
        "pip install amd-ck-tile && ck-tile-tune --ck-tile-dir x\n",
        options=_PACK,
        path="build.sh",
        title="names with hyphens",
    ),
    Example("the waiter awaits\n", options=_PACK, path="readme.md", title="other words"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name that does not stay."""
    for match, kept in context.renaming.occurrences(file):
        if kept is None:
            detail = f"{match.rename} ({match.style.value})"
            yield rule.replace(match, match.new, detail)
