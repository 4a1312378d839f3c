"""LNG95 and LNG59: declarations and the file of definitions that a header includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

_SETUP = """\
#ifdef __CUDACC__
#define V_SIDES __device__ __host__ 
#else
#define V_SIDES
#endif
#define V_INLINE inline
#define V_FUNC V_SIDES V_INLINE
"""  # noqa: W291


def _converted(folder: Path, header: str, definitions: str) -> tuple[str, str]:
    """Return a header and its file of definitions as they are in the port."""
    source, port = folder / "source", folder / "port"
    source.mkdir()
    (source / "setup.hpp").write_text(_SETUP)
    (source / "v.hpp").write_text(f'#include "setup.hpp"\n{header}#include "v.inl"\n')
    (source / "v.inl").write_text(definitions)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "v.hpp").read_text()
    return text.partition('"setup.hpp"\n')[2].partition("#include")[0], (port / "v.inl").read_text()


_TEMPLATES = """\
namespace v {
template <typename T> struct V {
  V(T x);
  V<T> & operator= (V<T> const & v);
  T x;
};
template <typename T>
V<T> operator* (V<T> const & a, T const & b);
template <typename T> V<T> operator* (T const & a, V<T> const & b);
float unmarked(float x);
}
"""
_DEFINITIONS = """\
namespace v {
template <typename T> V_FUNC V<T>::V(T x) : x(x) {}
template <typename T> V_FUNC V<T> & V<T>::operator= (V<T> const & v) { x = v.x; return *this; }
template <typename T>
V_FUNC V<T> operator* (V<T> const & a, T const & b) { return V<T>(a.x * b); }
template <typename T> V_FUNC V<T> operator* (T const & a, V<T> const & b) { return b * a; }
inline float unmarked(float x) { return x; }
}
"""


def test_declarations_are_marked_as_their_definitions_are(tmp_path: Path) -> None:
    header, definitions = _converted(tmp_path, _TEMPLATES, _DEFINITIONS)
    assert definitions == _DEFINITIONS
    assert header == _TEMPLATES.replace("  V(T", "  V_FUNC V(T").replace(
        "  V<T> & op", "  V_FUNC V<T> & op"
    ).replace("V<T> operator* (", "V_FUNC V<T> operator* (")


def test_definitions_are_marked_as_their_declarations_are(tmp_path: Path) -> None:
    """GLM of 2011 has both ways."""
    given = "template <typename T> struct R { V_SIDES R(T & x); V_SIDES T at(); T & x; };\n"
    text = (
        "template <typename T> R<T>::R(T & x) : x(x) {}\n"
        "template <typename T> T R<T>::at() { return x; }\n"
    )
    header, definitions = _converted(tmp_path, given, text)
    assert header == given
    assert definitions == text.replace("> R<", "> V_SIDES R<").replace("> T R<", "> V_SIDES T R<")


@pytest.mark.parametrize("name", ["v_impl.h", "impl/v_impl.h", "detail/v.h", "internal/impl/v.h"])
def test_definitions_in_a_header_of_another_name_or_folder(name: str, tmp_path: Path) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    (source / name).parent.mkdir(parents=True)
    declared = "struct V { __host__ __device__ V(float x); float x; };\n"
    (source / "v.h").write_text(f'{declared}#include "{name}"\n')
    (source / name).write_text("inline V::V(float x) : x(x) {}\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    expected = "__host__ __device__ inline V::V(float x) : x(x) {}\n"
    assert (port / name).read_text().endswith(expected)


@pytest.mark.parametrize(
    ("declared", "defined"),
    [
        ("SIDE float at(float x);\n", "V_FUNC float at(float x) { return x; }\n"),
        ("float at(int x);\n", "V_FUNC float at(float x) { return x; }\nint at(long x);\n"),
        ("float x = at(1);\n", "V_FUNC float at(float x) { return x; }\n"),
        ("float at(float x);\n", "#define HERE __host__ __device__\nHERE float at(float x) {}\n"),
        ("float at(float x);\n", "__device__ float at(float x) { return x; }\n"),
    ],
)
def test_what_cannot_be_told_stays(tmp_path: Path, declared: str, defined: str) -> None:
    assert _converted(tmp_path, declared, defined) == (declared, defined)
