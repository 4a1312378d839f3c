"""Whole projects: names that are their own, several sources, files that get other names."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.port.trees import CUDA, HIP, contents, in_place, port, put


def test_a_header_s_definition_holds_for_all_that_include_it(src: Path, out: Path) -> None:
    put(
        src,
        own_h=b"",
        a_cu=b'#include "deep.h"\nint x = cudaFree(p);\n',
        b_cu=CUDA,
    )
    (src / "deep.h").write_bytes(b'#include "own.h"\n')
    (src / "own.h").write_bytes(b"inline int cudaFree(void* p) { return 0; }\n")
    summary = port(src, out)
    assert (out / "a.cu").read_bytes().endswith(b"int x = cudaFree(p);\n")
    assert (out / "b.cu").read_bytes() == HIP
    assert (out / "own.h").read_bytes() == (src / "own.h").read_bytes()
    notes = [one.finding.message for _, one in summary.findings if one.finding.rule == "API16"]
    assert notes == [
        "cudaFree is the project's own here, a function defined at own.h:1",
        "cudaFree is a function of the project's own, left alone here and in all that include "
        "this file",
    ]


def test_a_project_s_name_in_cuda_s_style_is_not_reported_where_it_is_included(
    src: Path, out: Path
) -> None:
    put(
        src,
        a_cu=b'#include "check.cuh"\nint x = cublasCheck(1) + cublasTest(2) + cublasOther(3);\n',
        check_cuh=b"int cublasCheck(int s, int l) { return s; }\n"
        b"#define cublasCheck(status) cublasCheck((status), __LINE__)\n"
        b"inline int cublasTest(int n) { return n; }\n",
    )
    summary = port(src, out)
    assert [one.finding.message for _, one in summary.findings] == [
        "cublasOther stands in no table, and nothing here defines it"
    ]


def test_a_call_behind_a_macro_is_converted_wherever_the_macro_is_defined(
    src: Path, out: Path
) -> None:
    put(
        src,
        a_cu=b'#include "check.cuh"\n#include <cuda_runtime.h>\nvoid f(void *p) {\n'
        b"  cudaMemcpy(p, p, 1, cudaMemcpyDefault); CUERR\n  cudaMemset(p, 0, 1); CUERR\n}\n",
        check_cuh=b"#define CUERR { if (cudaGetLastError()) abort(); }\n",
    )
    summary = port(src, out)
    assert b"  hipMemset(p, 0, 1); CUERR\n" in (out / "a.cu").read_bytes()
    assert not any(b"cuda" in data for path, data in contents(out).items())
    assert [one.finding.rule for _, one in summary.findings] == []


def test_several_sources_keep_their_places(src: Path, out: Path) -> None:
    put(src, x__a_cu=CUDA, y__b_cu=CUDA, z__c_cu=CUDA)
    write_port([src / "x", src / "y" / "b.cu"], Options(), Destination(OutputMode.OUT, out))
    assert contents(out) == {"x/a.cu": HIP, "y/b.cu": HIP}


def test_renamed_files(src: Path, out: Path) -> None:
    put(src, a_cu=b'#include "k/b.cuh"\n' + CUDA, k__b_cuh=CUDA, third_party__c_cu=CUDA)
    summary = port(src, out, Options(rename=True))
    assert summary.conversion.renamed == {"a.cu": "a.hip", "k/b.cuh": "k/b.hip.hpp"}
    assert set(contents(out)) == {"a.hip", "k/b.hip.hpp", "third_party/c.cu"}
    assert port(src, out, Options(rename=True)).written == 0
    assert port(src, out).output.stale == ["a.hip", "k/b.hip.hpp"]


#: Of other people, with a side for HIP: it is copied.
OWN = b"#ifdef USE_ROCM\n#endif\n"


def test_references_to_renamed_files_follow(src: Path, out: Path) -> None:
    put(src, k__a_cu=b'#include "../k/b.cuh"\n', k__b_cuh=b"", third_party__c_cu=OWN)
    texts = {
        "CMakeLists.txt": "add_library(x k/a.cu third_party/c.cu) # k/a.cu\n",
        "k/Makefile": "a.o: a.cu b.cuh\n%.o: %.cu\n",
        "setup.py": 'sources = ["k/a.cu"]  # k/a.cu\n',
        "MANIFEST.in": "recursive-include k *.cu *.cuh\n",
        "pyproject.toml": '[tool.x]\ndata = ["k/*.cuh"]\n',
    }
    for name, text in texts.items():
        (src / name).write_text(text)
    port(src, out, Options(rename=True))
    assert contents(out) == {
        "CMakeLists.txt": (
            b"set_source_files_properties(third_party/c.cu PROPERTIES LANGUAGE HIP)\n"
            b"add_library(x k/a.hip third_party/c.cu) # k/a.cu\n"
        ),
        "k/Makefile": b"a.o: a.hip b.hip.hpp\n%.o: %.hip\n",
        "setup.py": b'sources = ["k/a.hip"]  # k/a.cu\n',
        "MANIFEST.in": b"recursive-include k *.hip *.hip.hpp\n",
        "pyproject.toml": b'[tool.x]\ndata = ["k/*.hip.hpp"]\n',
        "k/a.hip": b'#include <hip/hip_runtime.h>\n#include "../k/b.hip.hpp"\n',
        "k/b.hip.hpp": b"",
        "third_party/c.cu": OWN,
    }


def test_renaming_in_place(src: Path) -> None:
    put(src, a_cu=CUDA)
    (src / "a.cu").chmod(0o755)
    in_place(src, Options(rename=True))
    assert contents(src) == {"a.hip": HIP}
    assert stat.S_IMODE((src / "a.hip").stat().st_mode) == 0o755
    in_place(src, Options(rename=True))
    assert contents(src) == {"a.hip": HIP}


def test_colliding_names_are_refused(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, a_hip=b"")
    (src / "a_hip").rename(src / "a.hip")
    with pytest.raises(PorterError, match=r"a\.cu.*a\.hip"):
        port(src, out, Options(rename=True))
    assert not out.exists()
