"""`nvtx.hpp`: marks and ranges with attributes, by what a profiler of rocTX would see of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.compat import headers
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

#: rocTX that says what it is told.
ROCTX = """\
#pragma once
#include <cstdint>
#include <cstdio>
using roctx_range_id_t = uint64_t;
inline void roctxMarkA(const char *message) { std::printf("mark %s\\n", message); }
inline int roctxRangePushA(const char *message) { return std::printf("push %s\\n", message), 2; }
inline roctx_range_id_t roctxRangeStartA(const char *message) {
  return std::printf("start %s\\n", message), 7;
}
inline int roctxRangePop() { return std::printf("pop\\n"), 1; }
inline void roctxRangeStop(roctx_range_id_t range) { std::printf("stop %d\\n", (int)range); }
"""
DOMAINS = """\
#include "nvtx_domains.hpp"
int main() {
  porter::nvtx_domain_handle domain = porter::nvtx_domain_create("solver");
  porter::nvtx_string_handle text = porter::nvtx_domain_register_string(domain, L"sweep");
  porter::nvtx_domain_name_category(domain, 1, "outer");
  porter::nvtx_event_attributes event = {};
  event.messageType = porter::nvtx_message_type_registered;
  event.message.registered = text;
  porter::nvtx_domain_mark(domain, &event);
  std::printf("%d\\n", porter::nvtx_domain_range_push(domain, &event));
  std::printf("%d\\n", porter::nvtx_domain_range_pop(domain));
  porter::nvtx_domain_range_stop(nullptr, porter::nvtx_domain_range_start(nullptr, &event));
  porter::nvtx_domain_destroy(domain);
  porter::nvtx_mark_wide(L"wide");
}
"""
PROGRAM = """\
#include "nvtx.hpp"
int main() {
  porter::nvtx_event_attributes event = {};
  event.version = porter::nvtx_version;
  event.size = porter::nvtx_event_attrib_struct_size;
  event.colorType = porter::nvtx_color_argb;
  porter::nvtx_mark(&event);
  event.messageType = porter::nvtx_message_type_ascii;
  event.message.ascii = "step";
  event.payload.llValue = 4;
  std::printf("%d\\n", porter::nvtx_range_push(&event));
  event.messageType = porter::nvtx_message_type_unicode;
  event.message.unicode = L"Schritt \\u00e4";
  std::printf("%d\\n", static_cast<int>(porter::nvtx_range_start(&event)));
  porter::nvtx_mark(nullptr);
  return sizeof event == 48 ? 0 : 1;
}
"""


SAID = "mark \npush step\n2\nstart Schritt ?\n7\nmark \n"
SAID_OF_DOMAINS = "mark sweep\npush sweep\n2\npop\n1\nstart sweep\nstop 7\nmark wide\n"


@pytest.mark.toolchain
@pytest.mark.parametrize(("program", "said"), [(PROGRAM, SAID), (DOMAINS, SAID_OF_DOMAINS)])
def test_the_message_of_an_event_reaches_roctx(tmp_path: Path, program: str, said: str) -> None:
    (tmp_path / "roctracer").mkdir()
    (tmp_path / "roctracer/roctx.h").write_text(ROCTX)
    source = tmp_path / "main.cpp"
    source.write_text(program)
    folders = [tmp_path, Path(headers.__file__).parent]
    command = find().cpp_command(
        source, emit=Emit.OBJECT, output=tmp_path / "main.o", includes=folders, std="c++11"
    )
    for one in (command, ["c++", tmp_path / "main.o", "-o", tmp_path / "main"]):
        subprocess.run([str(word) for word in one], check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert done.stdout == said


RANGES = """\
#include "nvtx_ranges.hpp"
struct solver { static constexpr const char *name = "solver"; };
struct sweep { static constexpr const char *message = "sweep"; };
static void step() {
  NVTX3_FUNC_RANGE_IN(solver);
  nvtx3::scoped_range inner{"inner", nvtx3::rgb{1, 2, 3}, nvtx3::category{2}, nvtx3::payload{3.5}};
  nvtx3::mark_in<solver>(nvtx3::registered_string_in<solver>::get<sweep>());
}
int main() {
  step();
  nvtx3::event_attributes event{nvtx3::color{7}, std::string("whole")};
  nvtx3::unique_range whole{event};
  nvtx3::end_range(nvtx3::start_range(L"wide"));
}
"""
SAID_OF_RANGES = (
    "push step\npush inner\nmark sweep\npop\npop\nstart whole\nstart wide\nstop 7\nstop 7\n"
)


def test_ranges_of_c_plus_plus_find_roctx_when_they_run(tmp_path: Path) -> None:
    library = ROCTX.replace("inline ", 'extern "C" ').removeprefix("#pragma once\n")
    (tmp_path / "roctx.cpp").write_text(library)
    (tmp_path / "main.cpp").write_text(RANGES)
    (tmp_path / "nvtx_ranges.hpp").write_bytes(headers.text("nvtx_ranges.hpp"))
    flags = ["-std=c++14", "-Wall", "-Wextra", "-Werror"]
    for command in (
        ["g++", "-shared", "-fPIC", "roctx.cpp", "-o", "libroctx64.so"],
        ["g++", *flags, "main.cpp", "-o", "main", "-ldl"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)
    with_it = {"LD_LIBRARY_PATH": str(tmp_path)}
    run = subprocess.run(
        ["./main"], cwd=tmp_path, env=with_it, capture_output=True, text=True, check=True
    )
    assert run.stdout == SAID_OF_RANGES
    run = subprocess.run(
        ["./main"], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )
    assert run.stdout == ""
