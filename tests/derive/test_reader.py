"""What libclang tells of a header."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.derive.declarations import Universe
from porter.derive.reader import Reader

HEADER = """
#pragma once
#define LIB_H_
#define LIB_MAX 16
#define libCall libCall_v2
#define LIB_PTSZ(name) name
#define libOld __CUDA_API_PTDS(libCall_v2)
#define LIB_ADD(a, b) ((a) + (b))
extern "C" {
typedef struct libThing_st *libThing_t;
typedef enum { LIB_OK = 0, LIB_BAD = 7, LIB_ALIAS = 7 } libStatus_t;
enum libMode { libModeA, libModeB };
typedef unsigned long long libPtr;
struct libDesc { int width; union { int u; float f; }; void *data; };
libStatus_t libCall_v2(libThing_t thing, const void *data, enum libMode mode);
}
template <class T> libStatus_t libTyped(T *data, int n = 3);
namespace lib {
inline namespace CUB_200_NS {
enum Algorithm { LIB_DIRECT, LIB_STRIPED };
template <typename T, int N> class Load { public: void Run(); private: void Hidden(); };
}
}
"""


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Universe:
    root = tmp_path_factory.mktemp("include")
    (root / "detail").mkdir()
    (root / "detail" / "impl.h").write_text(HEADER)
    (root / "lib.h").write_text('#include "detail/impl.h"\n')
    reader = Reader([root], "1.0", ["lib.h"])
    reader.read("#include <lib.h>\n", ["-std=c++17", f"-I{root}"], "cpp")
    assert reader.problems == []
    return reader.universe()


def test_a_function_has_its_parameters(universe: Universe) -> None:
    call = universe.declarations["libCall_v2"]
    (signature,) = call.signatures
    assert [p.spelling for p in signature.parameters] == [
        "libThing_t",
        "const void *",
        "libMode",
    ]
    assert [p.name for p in signature.parameters] == ["thing", "data", "mode"]


def test_defaults_and_template_parameters(universe: Universe) -> None:
    (signature,) = universe.declarations["libTyped"].signatures
    assert (signature.least_arity, signature.arity, signature.template) == (1, 2, ("T",))


def test_a_macro_that_renames_a_function_is_one(universe: Universe) -> None:
    for name in ("libCall", "libOld"):
        macro = universe.declarations[name]
        assert (macro.kind, macro.alias) == ("function", "libCall_v2")
        assert macro.signatures == universe.declarations["libCall_v2"].signatures


def test_other_macros_keep_their_replacement(universe: Universe) -> None:
    assert universe.declarations["LIB_MAX"].value == "16"
    assert universe.declarations["LIB_ADD"].signatures[0].arity == 2


def test_enumerators_know_their_enum_as_a_user_writes_it(universe: Universe) -> None:
    bad = universe.declarations["LIB_BAD"]
    assert (bad.kind, bad.enum, bad.value) == ("enumerator", "libStatus_t", 7)
    assert universe.declarations["libModeB"].enum == "libMode"
    assert universe.declarations["libStatus_t"].members == ("LIB_OK", "LIB_BAD", "LIB_ALIAS")


def test_what_a_type_is(universe: Universe) -> None:
    made = {name: universe.declarations[name].underlying for name in ("libThing_t", "libPtr")}
    assert made == {"libThing_t": "pointer", "libPtr": "unsigned long long"}
    assert universe.declarations["libDesc"].members == ("width", "u", "f", "data")


def test_a_namespace_for_versions_is_passed_over(universe: Universe) -> None:
    load = universe.declarations["lib::Load"]
    assert (load.kind, load.template, load.members) == ("template", ("T", "N"), ("Run",))
    assert universe.declarations["lib::LIB_DIRECT"].enum == "Algorithm"


def test_the_header_is_the_one_that_a_user_includes(universe: Universe) -> None:
    call = universe.declarations["libCall_v2"]
    assert (call.file, call.header) == ("detail/impl.h", "lib.h")
    assert universe.headers == {"detail/impl.h", "lib.h"}


def test_an_error_in_a_header_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.h").write_text("int f(unknown_t);\n")
    reader = Reader([tmp_path], "1.0")
    reader.read("#include <bad.h>\n", [f"-I{tmp_path}"], "cpp")
    assert len(reader.problems) == 1
    assert "unknown_t" in reader.problems[0]


def test_names_of_the_system_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "system.h").write_text("double cosine(double);\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.h").write_text("#include <system.h>\nfloat own(float);\n")
    reader = Reader([tmp_path / "mine"], "1.0")
    arguments = [f"-I{tmp_path / 'mine'}", f"-I{tmp_path / 'other'}"]
    reader.read("#include <mine.h>\n", arguments, "cpp")
    universe = reader.universe()
    assert set(universe.declarations) == {"own"}
    assert "cosine" in universe.standard
