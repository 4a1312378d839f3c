"""Findings in the terminal: in the order of what comes of them, one line for one cause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from porter.port.destination import Destination, OutputMode
from porter.report.gravity import Gravity, gravity_of
from porter.source import Finding, Severity
from porter.tables.absent import absent_libraries
from tests.report.reported import block, converted, printed

MANAGED = """#include <nvml.h>
void watch() { nvmlEventSet_t one; nvmlEventSetCreate(&one); nvmlEventSetFree(one); }
"""


def test_what_stops_the_build_comes_before_what_computes_wrongly_and_the_rest(
    tmp_path: Path,
) -> None:
    files = {
        "a.cu": "void f(int w) { cudaGetDeviceProperties(&p, 0); g(p.warpSize); cublasNew(); }\n",
        "b.cu": "void h() { cudaDeviceGetNvSciSyncAttributes(a, b, c); }\n",
        "Makefile": "all:\n\tnvcc -odir x -arch=sm_80 a.cu\n",
    }
    lines = printed(converted(tmp_path, files))
    titles = [line for line in lines if not line.startswith(" ")]
    order = [title.partition(":")[0] for title in titles]
    graded = [gravity.title for gravity in Gravity]
    assert [title for title in order if title in graded] == graded
    assert order[-1] == "Next"


@pytest.mark.parametrize(
    ("rule", "severity", "gravity"),
    [
        ("API09", "error", Gravity.BUILD),
        ("API09", "warning", Gravity.LOOK),
        ("API09", "note", Gravity.NOTE),
        ("BLD01", "error", Gravity.BUILD),
        ("SCR07", "error", Gravity.LOOK),
        ("WRP08", "warning", Gravity.RESULT),
        ("WRP14", "error", Gravity.RESULT),
        ("WRP16", "error", Gravity.BUILD),
        ("API17", "error", Gravity.RESULT),
        ("PYT10", "error", Gravity.RESULT),
        ("PYT07", "warning", Gravity.LOOK),
        ("WRP08", "note", Gravity.NOTE),
    ],
)
def test_what_comes_of_a_finding(rule: str, severity: str, gravity: Gravity) -> None:
    assert gravity_of(Finding(rule, Severity(severity), "a message", 0, 1)) is gravity


def test_a_library_that_hip_lacks_is_one_line(tmp_path: Path) -> None:
    found = block(converted(tmp_path, {"a.cu": MANAGED}), "Stops the build")
    assert found == [
        "API09  nvml.h: 3 uses in 1 file; HIP has no management library: use AMD SMI "
        "(amd_smi/amdsmi.h)",
        "a.cu:2:16, a.cu:2:36, a.cu:2:62",
    ]


def test_libraries_are_told_apart(tmp_path: Path) -> None:
    files = {"a.cu": MANAGED, "b.cu": "#include <nvjpeg.h>\n#include <cupti.h>\n"}
    found = block(converted(tmp_path, files), "Stops the build")
    headers = [line.split()[1] for line in found if line.startswith("API09")]
    assert headers == ["nvml.h:", "nvjpeg.h:", "cupti.h:"]


def test_messages_that_differ_in_one_name_are_one_line(tmp_path: Path) -> None:
    makefile = "NVCC = nvcc\nall:\n" + "".join(
        f"\t$(NVCC) -gencode arch=compute_{one},code=sm_{one} a.cu\n" for one in (70, 75, 80)
    )
    found = block(converted(tmp_path, {"Makefile": makefile, "a.cu": "int a;\n"}), "Notes")
    (first, *_) = [line for line in found if line.startswith("likewise")]
    assert "arch=compute_75,code=sm_75" in first
    assert sum(line.startswith("BLD11") for line in found) <= 2


def test_messages_about_other_things_stay_apart(tmp_path: Path) -> None:
    files = {"a.cu": "void f() { cudaDeviceGetNvSciSyncAttributes(a); cudaNodePortX; }\n"}
    found = block(converted(tmp_path, files), "Stops the build")
    assert len([line for line in found if line.startswith("API09")]) == 2


def test_every_use_is_counted(tmp_path: Path) -> None:
    titles = [
        line
        for line in printed(converted(tmp_path, {"a.cu": MANAGED}))
        if line.startswith("Stops the build")
    ]
    assert titles == ["Stops the build: 1 cause at 3 places"]


DEFINED = """#pragma once
#define cudaCheck(status) check(status, __FILE__, __LINE__)
#define cublasCheck(status) check(status)
inline void cudaFreeCheck(void **p) {}
"""
USING = (
    "#include <elsewhere/common.h>\nvoid f() { cudaCheck(1); cublasCheck(2); cudaFreeCheck(0); }\n"
)


def test_names_that_a_file_of_the_project_defines_are_not_listed(tmp_path: Path) -> None:
    result = converted(tmp_path, {"include/common.h": DEFINED, "a.cu": USING})
    assert not [line for line in printed(result) if "stands in no table" in line]


def test_names_that_nobody_defines_are_listed(tmp_path: Path) -> None:
    result = converted(tmp_path, {"a.cu": USING})
    text = "\n".join(printed(result))
    assert "stands in no table, and nothing here defines it" in text
    assert all(name in text for name in ("cudaCheck", "cublasCheck", "cudaFreeCheck"))


def test_a_variable_within_a_function_defines_nothing_for_others(tmp_path: Path) -> None:
    files = {
        "a.cu": "void f() { cublasFresh(1); }\n",
        "b.cu": "void g() { int cublasFresh = 0; }\n",
    }
    assert block(converted(tmp_path, files), "Stops the build")


def test_the_table_of_libraries_gives_each_name_to_one() -> None:
    prefixes = [prefix for one in absent_libraries() for prefix in one.prefixes]
    assert len(prefixes) == len(set(prefixes))
    for one in absent_libraries():
        for name in (one.header, *(prefix + "X" for prefix in one.prefixes)):
            assert [other.header for other in absent_libraries() if other.has(name)] == [one.header]


EXTENSION = """from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
setup(name="op", ext_modules=[CUDAExtension("op", ["a.cu"])],
      cmdclass={"build_ext": BuildExtension})
"""


def test_no_advice_to_do_what_the_run_did(tmp_path: Path) -> None:
    source = "#include <torch/extension.h>\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}\n"
    result = converted(tmp_path, {"setup.py": EXTENSION, "a.cu": source})
    result.conversion.emission.resolved_findings = frozenset()  # as if no builder had been written
    (told,) = [one.finding for _, one in result.findings if one.finding.rule == "BLD23"]
    assert told.hint.startswith("with --out ")
    text = "\n".join(printed(result))
    assert told.message in text
    assert told.hint not in text
    dry = replace(result, destination=Destination(OutputMode.DIFF))
    assert told.hint in "\n".join(printed(dry))


def test_next_steps_name_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = converted(tmp_path, {"a.cu": "void f() { cudaFree(p); }\n"})
    assert block(result, "Next") == [
        "check its types:  porter build port --syntax-only",
        "build it:         porter build port",
        "name it:          porter new project src port",
        "compare it:       porter verify --ref cuda",
    ]
    (tmp_path / "porter.toml").write_text('[[project]]\nupstream = "src"\nport = "port"\n')
    assert len(block(result, "Next")) == 3


def test_nothing_comes_after_a_conversion_that_changed_nothing(tmp_path: Path) -> None:
    assert block(converted(tmp_path, {"a.cpp": "int a;\n"}), "Next") == []
