"""What an `#include` means, and who sees what."""

from __future__ import annotations

import pytest

from porter.convert.selection import known_names
from porter.project.facts import Facts, facts_of
from porter.project.includes import IncludeGraph
from porter.source import SourceFile
from porter.tables.names import load

PATHS = [
    "a.cu", "k/b.cu", "k/near.h", "near.h", "include/lib/x.h", "deep/er/lib/y.h", "other/near.h",
    "cuda_fp16.h", "stubs/cuda_runtime.h",
]  # fmt: skip
GRAPH = IncludeGraph(PATHS, ["deep"])


def test_the_include_path_alone() -> None:
    assert GRAPH.resolve("k/b.cu", "near.h", angled=False) == "k/near.h"
    assert GRAPH.resolve("k/b.cu", "near.h", angled=True) == "near.h"
    assert GRAPH.resolve("k/b.cu", "../a.cu", angled=False) == "a.cu"
    assert GRAPH.resolve("a.cu", "lib/x.h", angled=True) == "include/lib/x.h"
    assert GRAPH.resolve("a.cu", "er/lib/y.h", angled=True) == "deep/er/lib/y.h"
    assert GRAPH.resolve("a.cu", "lib/y.h", angled=True) is None
    assert GRAPH.resolve("a.cu", "../../../etc/passwd", angled=False) is None


def test_a_guess_takes_the_nearest_file_so_called() -> None:
    assert GRAPH.guess("a.cu", "lib/y.h", angled=True) == "deep/er/lib/y.h"
    assert GRAPH.guess("a.cu", "b/y.h", angled=True) is None
    assert GRAPH.guess("other/c.cu", "./x/../near.h", angled=False) == "other/near.h"


def test_a_stub_out_of_the_include_path_does_not_stand_for_cuda_s_header() -> None:
    includes = [(b"cuda_runtime.h", True), (b"cuda_fp16.h", False), (b"lib/y.h", True)]
    known = {b"cuda_runtime.h": 1, b"cuda_fp16.h": 1}
    assert GRAPH.spellings("a.cu", includes, known) == {b"cuda_fp16.h", b"lib/y.h"}


def test_a_stub_out_of_the_include_path_defines_nothing_for_those_who_mean_cuda_s_header() -> None:
    facts = {"a.cu": Facts(((b"cuda_runtime.h", True),)), "stubs/cuda_runtime.h": Facts()}
    definers, known = ["stubs/cuda_runtime.h"], {b"cuda_runtime.h": 1}
    assert "a.cu" not in GRAPH.seen_by(facts, definers, list(facts), known)
    alone = GRAPH.seen_by(facts, [*definers, "k/near.h"], ["a.cu"], known)  # from the files
    assert alone["a.cu"].isdisjoint(definers)


def test_definitions_are_seen_through_inclusions_cyclic_or_not() -> None:
    graph = IncludeGraph(["a.cu", "b.cu", "x.h", "y.h", "z.h"])
    facts = {
        "a.cu": Facts(((b"x.h", False),)),
        "x.h": Facts(((b"y.h", False), (b"x.h", False))),
        "y.h": Facts(((b"x.h", False),)),
        "b.cu": Facts(((b"z.h", False),)),
        "z.h": Facts(),
    }
    seen = graph.seen_by(facts, ["y.h"], list(facts))
    assert seen == {path: {"y.h"} for path in ("y.h", "x.h", "a.cu")}
    assert graph.seen_by(facts, ["b.cu", "z.h"], list(facts))["b.cu"] == {"b.cu", "z.h"}
    definers = ["y.h", "b.cu", "z.h"]
    from_below = graph.seen_by(facts, definers, list(facts))
    for path in facts:  # fewer files than definers: the walk starts from the files
        assert graph.seen_by(facts, definers, [path])[path] == from_below[path]


def facts(path: str, text: str) -> Facts:
    return facts_of(SourceFile(path, text.encode()), known_names(load("hip")))


def test_the_header_of_another_back_end_defines_nothing_for_cuda_s() -> None:
    graph = IncludeGraph(["common.h", "hip.h", "musa.h", "cuda.h", "a.cu"])
    found = {
        "a.cu": facts("a.cu", '#include "common.h"\ncudaStream_t s;\n'),
        "common.h": facts(
            "common.h",
            '#if defined(LIB_USE_HIP)\n#include "hip.h"\n'
            '#elif defined(LIB_USE_MUSA)\n#include "musa.h"\n'
            '#else\n#include "cuda.h"\n#endif\n',
        ),
        **{
            name: facts(name, "#define cudaFree(p) own(p)\n")
            for name in ("hip.h", "musa.h", "cuda.h")
        },
    }
    definers = ["hip.h", "musa.h", "cuda.h"]
    for wanted in (["a.cu"], list(found)):
        assert graph.seen_by(found, definers, wanted)["a.cu"] - {"a.cu"} == {"cuda.h"}
    assert graph.spellings("common.h", found["common.h"].includes, {}) >= {b"hip.h", b"musa.h"}
    for one in found.values():
        assert Facts.decode(one.encode()) == one


@pytest.mark.parametrize(
    ("condition", "is_seen"),
    [
        ("#ifdef LIB_HIP", False),
        ("#if defined(WITH_SYCL) || defined(WITH_OPENCL)", False),
        ("#ifndef LIB_HIP", True),
        ("#ifdef USE_ROCM", True),  # the port defines it
        ("#ifdef __HIP_PLATFORM_AMD__", True),
        ("#if defined(LIB_HIP) || defined(LIB_CUDA)", True),
        ("#ifdef SHIPPING", True),
    ],
)
def test_branches_for_other_back_ends(condition: str, is_seen: bool) -> None:
    found = facts("a.h", f'{condition}\n#include "b.h"\n#endif\n')
    assert ((b"b.h", False) in found.seen_includes) is is_seen
