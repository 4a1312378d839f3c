"""What survives a rename, each with its reason."""

from __future__ import annotations

import pytest

from porter.convert.rename import single_text_context
from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.packs import exclusions
from porter.packs.exclusions import Exclusions
from porter.packs.pack import Keep, Pack, Rename, find
from porter.packs.renaming import Renaming
from porter.source.text.languages import language_of
from porter.testing import convert, single_text

PACK = Options(target="ck_tile")


def renamed(text: str, path: str = "notes.txt") -> Conversion:
    return convert(*single_text(path, text.encode(), language_of(path), PACK))


def reasons(text: str, path: str = "notes.txt") -> list[str]:
    prefix = "an old name stays: "
    found = [finding.message for finding in renamed(text, path).findings]
    return [one.removeprefix(prefix) for one in found if one.startswith(prefix)]


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("x = aiter(xs)\n", "a.py", exclusions.IS_BUILTIN),
        ("ys = map(aiter, xs)\n", "a.py", exclusions.IS_BUILTIN),
        ("# calls aiter() once\n", "a.py", exclusions.IS_BUILTIN),
        ("Python's `aiter(x)`\n", "README.md", exclusions.IS_BUILTIN),
        ("def __aiter__(self): ...\n", "a.py", exclusions.IS_PROTOCOL),
        ("see https://x.org/aiter/docs\n", "README.md", exclusions.IN_URL),
        ("pip install git+https://github.com/o/aiter.git\n", "a.sh", exclusions.IN_URL),
        ("git clone git@github.com:o/aiter.git\n", "a.sh", exclusions.IN_URL),
        ("github.com/o/aiter\n", "a.txt", exclusions.IN_URL),
        (f"https://x.org/?{'at=github.com/o/o&' * 9}of=aiter\n", "a.txt", exclusions.IN_URL),
        ("  - uses: o/aiter@v1\n", "ci.yml", exclusions.IN_URL),
        ("ROCm/aiter#12\n", "README.md", exclusions.IS_SLUG),
        ("_ZN3foo_aiterIfE\n", "a.csv", exclusions.IS_MANGLED),
        ("// Copyright (c) 2024 AITER authors\n", "a.h", exclusions.IN_LICENCE),
        ("AITER, 2024\n", "LICENSE", exclusions.IN_LICENCE),
        ("AITER\n", "licenses/COPYING.txt", exclusions.IN_LICENCE),
        ('[submodule "aiter"]\n', ".gitmodules", exclusions.IN_SUBMODULES),
    ],
)
def test_it_stays(text: str, path: str, reason: str) -> None:
    assert reason in reasons(text, path)
    assert b"ck_tile" not in renamed(text, path).data.lower()


@pytest.mark.parametrize(
    ("text", "path", "new"),
    [
        ("import aiter\naiter.run()\n", "a.py", "import ck_tile\nck_tile.run()\n"),
        ("def aiter(x): ...\naiter(1)\n", "a.py", "def ck_tile(x): ...\nck_tile(1)\n"),
        ("torch.ops.aiter(1)\n", "a.py", "torch.ops.ck_tile(1)\n"),
        ("auto x = aiter(1);\n", "a.cu", "auto x = ck_tile(1);\n"),
        ("__AITER_H__\n", "a.h", "__CK_TILE_H__\n"),
        ("path: o/aiter/x\n", "a.yml", "path: o/ck_tile/x\n"),
        ("LICENSE_AITER = 1\n", "a.py", "LICENSE_CK_TILE = 1\n"),
    ],
)
def test_what_only_looks_like_it_is_renamed(text: str, path: str, new: str) -> None:
    assert renamed(text, path).data.decode() == new


def test_a_slug_is_known_from_an_address_elsewhere_in_the_tree() -> None:
    text = "https://github.com/amd/aiter and amd/aiter, but csrc/aiter\n"
    assert renamed(text).data.decode().endswith("and amd/aiter, but csrc/ck_tile\n")


def test_a_licence_ends_where_its_paragraph_ends() -> None:
    text = (
        "# SPDX-License-Identifier: MIT\n# Copyright (C) 2024, AITER team.\nimport aiter\n\n"
        '# THE SOFTWARE IS PROVIDED "AS IS" BY\n# AITER, WITHOUT WARRANTY\n#\n# aiter here\n'
    )
    new = text.replace("import aiter", "import ck_tile").replace("aiter here", "ck_tile here")
    assert renamed(text, "a.py").data.decode() == new


def test_names_of_binary_device_code_stay_wherever_they_are_spelled() -> None:
    data = b'load("aiter_fmha_fwd"); aiter_other();'
    file, context = single_text_context("a.cu", data, language_of("a.cu"), find("ck_tile"), PACK)
    assert context.package is not None
    fixed = Exclusions(symbols=frozenset({b"aiter_fmha_fwd"}))
    context = context._replace(package=Renaming(context.package.renamer, fixed))
    assert convert(file, context).data == b'load("aiter_fmha_fwd"); ck_tile_other();'


def test_a_pack_may_keep_names_texts_and_files() -> None:
    keep = Keep(identifiers=("aiter_t",), text=(r"legacy:\S+",), paths=("old/**",))
    pack = Pack("p", "ck_tile", "", (Rename(("aiter",), ("ck", "tile")),), keep)
    data = b"aiter_t legacy:aiter aiter"

    def run(path: str) -> bytes:
        return convert(*single_text_context(path, data, language_of(path), pack, PACK)).data

    assert run("a.txt") == b"aiter_t legacy:aiter ck_tile"
    assert run("old/a.txt") == data


def test_a_kept_text_holds_whatever_other_kept_texts_lie_in_it() -> None:
    keep = Keep(text=(r"legacy\(.*\)", "one"))
    pack = Pack("p", "ck_tile", "", (Rename(("aiter",), ("ck", "tile")),), keep)
    data = b"legacy(one one one one one aiter) aiter"
    context = single_text_context("a.txt", data, language_of("a.txt"), pack, PACK)
    assert convert(*context).data == b"legacy(one one one one one aiter) ck_tile"
