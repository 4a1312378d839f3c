"""A failure counts as upstream's own where CUDA's headers refuse upstream at the same place."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Cause, Kind
from porter.compile.gcc import gcc
from porter.own_build.upstream import Upstream

MAKEFILE = "k: k.cu h.cpp m.cpp\n\tnvcc -Ilocal -DSIZE=4 k.cu h.cpp m.cpp -o k\n"
KERNEL = """\
#include <cuda_runtime.h>
#include "own.h"
__global__ void k(float *x) { x[SIZE] = 1; }
void f(float *x) { if (x > 0) k<<<1, 1>>>(x); }
"""
HOST = "#include <cuda_runtime.h>\nint f() { return cudaSuccess; }\nint g() { return gone; }\n"


@pytest.fixture
def upstream(tmp_path: Path) -> Upstream:
    (tmp_path / "local").mkdir()
    (tmp_path / "local/own.h").write_text("inline int known() { return 1; }\nabsent own;\n")
    (tmp_path / "local/kinds.h").write_text("#define KIND gone\n")
    sources = {"k.cu": KERNEL, "h.cpp": HOST, "m.cpp": '#include "kinds.h"\nKIND x;\n'}
    for name, text in (("Makefile", MAKEFILE), *sources.items()):
        (tmp_path / name).write_text(text)
    return Upstream(tmp_path)


@pytest.mark.parametrize(
    ("place", "output", "kind"),
    [
        ("k.cu:4", "", Kind.REFUSED),
        ("k.cu:3", "", Kind.UNREPORTED),
        ("h.cpp:3", "", Kind.REFUSED),
        ("h.cpp:2", "", Kind.UNREPORTED),
        ("local/own.h:2", "In file included from k.cu:2:\n", Kind.REFUSED),
        ("local/own.h:1", "In file included from k.cu:2:\n", Kind.UNREPORTED),
        ("local/own.h:2", "", Kind.UNREPORTED),
        ("local/kinds.h:1", "In file included from m.cpp:1:\n", Kind.REFUSED),
    ],
)
def test_the_place_is_compiled_as_upstreams_build_does(
    upstream: Upstream, place: str, output: str, kind: Kind
) -> None:
    cause = Cause(Kind.UNREPORTED, "text", place, "text")
    assert upstream.judged(cause, output).kind is kind


def test_an_option_that_the_host_compiler_does_not_know_is_upstreams(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("F = -cl-std=CL1.2 -keep\na:\n\tgcc $(F) -c a.c\n")
    upstream = Upstream(tmp_path)
    said = "gcc: error: unrecognized command-line option ‘{}’\n"
    cause = Cause(Kind.UNREPORTED, "", "Makefile:3", "gcc $(F) -c a.c")
    assert upstream.judged(cause, said.format("-cl-std=CL1.2")).kind is Kind.REFUSED
    assert upstream.judged(cause, said.format("-fno-gpu-rdc")).kind is Kind.UNREPORTED
    of_nvcc = cause._replace(source="nvcc $(F) -c a.c")
    assert upstream.judged(of_nvcc, said.format("-keep")).kind is Kind.UNREPORTED


@pytest.mark.skipif(gcc() is None, reason="there is no g++")
def test_what_gcc_alone_refuses_counts_for_its_units(upstream: Upstream, tmp_path: Path) -> None:
    (tmp_path / "m.cpp").write_text("int f() { auto int n = 0; return n; }\nint g();\n")
    assert upstream.judged(Cause(Kind.UNREPORTED, "", "m.cpp:1", ""), "").kind is Kind.REFUSED
    assert upstream.judged(Cause(Kind.UNREPORTED, "", "m.cpp:2", ""), "").kind is Kind.UNREPORTED


def test_what_has_a_reason_keeps_it(upstream: Upstream) -> None:
    cause = Cause(Kind.ABSENT, "text", "k.cu:4", "text")
    assert upstream.judged(cause, "") is cause
    assert upstream.judged(Cause(Kind.UNREPORTED), "").kind is Kind.UNREPORTED
