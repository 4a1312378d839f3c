"""Which headers are worth compiling once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.compile.precompiled import LEAST_WEIGHT, shared_prefixes
from porter.compile.weight import Weights

HEAVY = LEAST_WEIGHT


def weigh(lines: Sequence[str]) -> int:
    return sum(HEAVY if line.isupper() else 1 for line in lines)


def test_units_share_what_they_begin_with() -> None:
    leading = {"a": ["x", "TORCH", "a"], "b": ["x", "TORCH", "b"], "c": ["TORCH"], "d": ["TORCH"]}
    assert shared_prefixes(leading, weigh) == {
        "a": ("x", "TORCH"),
        "b": ("x", "TORCH"),
        "c": ("TORCH",),
        "d": ("TORCH",),
    }


def test_one_unit_and_light_headers_gain_nothing() -> None:
    assert shared_prefixes({"a": ["TORCH"], "b": ["x", "y"], "c": ["x", "y"]}, weigh) == {}


def test_what_saves_most_comes_first() -> None:
    leading = {"a": ["T", "U"], "b": ["T", "U"], "c": ["T"], "d": ["T"], "e": ["T"]}
    assert shared_prefixes(leading, weigh) == dict.fromkeys("abcde", ("T",))
    leading = {"a": ["T", "U"], "b": ["T", "U"], "c": ["T", "U"], "d": ["T"]}
    assert shared_prefixes(leading, weigh) == dict.fromkeys("abc", ("T", "U"))


def test_weight_counts_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("#include <b.h>\n  # include <c.h>\n// #include <d.h>\n")
    (tmp_path / "b.h").write_text("#include <a.h>\n#include <none.h>\n")
    (tmp_path / "c.h").write_text("int c;\n")
    files = [(tmp_path / name).stat().st_size for name in ("a.h", "b.h", "c.h")]
    weights = Weights([tmp_path])
    assert weights.of(["#include <a.h>"]) == sum(files)
    assert weights.of(["#ifdef X\n#include <c.h>\n#endif", '#include "b.h"']) == sum(files)
    assert weights.of(["#include <none.h>"]) == 0
