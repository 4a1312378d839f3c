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


@pytest.mark.toolchain
def test_the_message_of_an_event_reaches_roctx(tmp_path: Path) -> None:
    (tmp_path / "roctracer").mkdir()
    (tmp_path / "roctracer/roctx.h").write_text(ROCTX)
    source = tmp_path / "main.cpp"
    source.write_text(PROGRAM)
    folders = [tmp_path, Path(headers.__file__).parent]
    command = find().cpp_command(
        source, emit=Emit.OBJECT, output=tmp_path / "main.o", includes=folders, std="c++11"
    )
    for one in (command, ["c++", tmp_path / "main.o", "-o", tmp_path / "main"]):
        subprocess.run([str(word) for word in one], check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert done.stdout == "mark \npush step\n2\nstart Schritt ?\n7\nmark \n"
