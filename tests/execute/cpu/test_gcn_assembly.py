"""Inline assembly of AMD's that loads and stores: every width, sign and kind of memory."""

from __future__ import annotations

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

KERNEL = r"""
#define LOAD(type, result, opcode) { type v; \
  asm volatile(opcode " %0, %1 sc0\n\ts_waitcnt vmcnt(0)" : "=v"(v) : "v"(from) : "memory"); \
  to[at++] = (long long)(result)v; }
#define STORE(value, opcode) \
  asm volatile(opcode " %0, %1" : : "v"(bytes), "v"(value) : "memory"); bytes += 16;
extern "C" __global__ void loads(const unsigned char *from, long long *to) {
  int at = 0;
  LOAD(int, int, "flat_load_sbyte")
  LOAD(unsigned, unsigned, "flat_load_ubyte")
  LOAD(short, short, "flat_load_sshort")
  LOAD(unsigned, unsigned, "global_load_ushort")
  LOAD(int, int, "flat_load_dword")
  LOAD(unsigned long long, long long, "flat_load_dwordx2")
  __uint128_t wide;
  asm volatile("flat_load_dwordx4 %0, %1 offset:4\ns_waitcnt vmcnt(0)"
               : "=v"(wide) : "v"(from) : "memory");
  to[at++] = (long long)(wide >> 64);
  __shared__ __uint128_t shared;
  auto local = (__attribute__((address_space(3))) __uint128_t *)&shared;
  asm volatile("ds_write_b128 %0, %1 \t\ns_waitcnt lgkmcnt(0)"
               : : "v"(local), "v"(wide) : "memory");
  asm volatile("ds_read_b128 %0, %1 \t\ns_waitcnt lgkmcnt(0)"
               : "=v"(wide) : "v"(local) : "memory");
  to[at++] = (long long)wide;
}
extern "C" __global__ void stores(unsigned char *bytes, unsigned long long value) {
  STORE((unsigned short)value, "flat_store_byte")
  STORE((unsigned short)value, "flat_store_short")
  STORE((unsigned)value, "global_store_dword")
  STORE(value, "flat_store_dwordx2")
}
"""


def test_loads() -> None:
    data = np.arange(0x81, 0x81 + 32, dtype=np.uint8)
    out = np.zeros(8, np.int64)
    Module.load(KERNEL, arch="gfx942").kernel("loads")[1, 1](data, out)
    raw = data.tobytes()
    expected = [(0, 1, True), (0, 1, False), (0, 2, True), (0, 2, False), (0, 4, True),
                (0, 8, True), (12, 8, True), (4, 8, True)]  # fmt: skip
    assert out.tolist() == [
        int.from_bytes(raw[at : at + width], "little", signed=signed)
        for at, width, signed in expected
    ]


def test_stores() -> None:
    out = np.zeros(64, np.uint8)
    value = 0x1122334455667788
    Module.load(KERNEL, arch="gfx942").kernel("stores")[1, 1](out, np.uint64(value))
    for index, width in enumerate((1, 2, 4, 8)):
        place = out[16 * index : 16 * index + 16].tobytes()
        assert place == value.to_bytes(8, "little")[:width] + bytes(16 - width)


@pytest.mark.parametrize(
    "statement",
    ["v_add_u32 %0, %1, 1", "flat_load_dword %0, %1 tfe", "flat_load_dwordx3 %0, %1",
     "flat_load_dword %0, %1\nflat_load_dword %0, %1"],
)  # fmt: skip
def test_what_is_not_understood_is_refused(statement: str) -> None:
    text = statement.replace("\n", "\\n")
    source = (
        f'__global__ void k(int *x) {{ int v; asm volatile("{text}" : "=v"(v) : "v"(x)); *x = v; }}'
    )
    with pytest.raises(PorterError, match=statement.split()[0]):
        Module.load(source, arch="gfx942")


HALVES = r"s_wait_dscnt 0x0 \n s_barrier_signal -1 \n s_barrier_wait -1"


@pytest.mark.parametrize(("arch", "barrier"), [("gfx942", "s_barrier"), ("gfx1201", HALVES)])
def test_a_barrier_of_the_block(arch: str, barrier: str) -> None:
    """gfx12 has it in two halves, which Composable Kernel writes one behind the other."""
    source = f"""
extern "C" __global__ void turn(const int *from, int *to) {{
  __shared__ int shared[256];
  const int item = threadIdx.x;
  for (int round = 0; round < 2; ++round) {{
    shared[item] = from[item] + round;
    asm volatile(" {barrier} " ::);
    to[256 * round + item] = shared[255 - item];
    asm volatile("{barrier}" ::: "memory");
  }}
}}
"""
    data = np.arange(256, dtype=np.int32) * 3
    out = np.zeros((2, 256), np.int32)
    Module.load(source, arch=arch).kernel("turn")[1, 256](data, out)
    assert (out == np.stack([data[::-1], data[::-1] + 1])).all()


@pytest.mark.parametrize(
    "statement",
    ["s_barrier_signal -1", "s_barrier_wait -1", "s_barrier_signal 1 \\n s_barrier_wait 1",
     "s_barrier_signal -1 \\n s_barrier_signal -1 \\n s_barrier_wait -1",
     "s_barrier_signal -1 \\n s_barrier"],
)  # fmt: skip
def test_a_half_of_a_barrier_is_refused(statement: str) -> None:
    source = f'__global__ void k(int *x) {{ asm volatile("{statement}" ::); *x = 1; }}'
    with pytest.raises(PorterError, match="s_barrier"):
        Module.load(source, arch="gfx1201")
