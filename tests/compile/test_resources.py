"""What kernels take, from what LLVM's tools print."""

from __future__ import annotations

from porter.compile.matrix_instructions import count
from porter.compile.resources import parse_metadata, parse_remarks

NOTES = """\
    AMDGPU Metadata:
        ---
amdhsa.kernels:
  - .agpr_count:     4
    .args:
      - .name:           in
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 1024
    .max_flat_workgroup_size: 256
    .name:           _Z1kPf
    .private_segment_fixed_size: 16
    .sgpr_count:     10
    .sgpr_spill_count: 1
    .symbol:         _Z1kPf.kd
    .vgpr_count:     36
    .vgpr_spill_count: 2
    .wavefront_size: 64
  - .args:           []
    .group_segment_fixed_size: 0
    .name:           '_Z1qv'
    .vgpr_count:     1
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
"""

REMARKS = """\
/p/k.hip:7:1: remark: Function Name: _Z1kPf [-Rpass-analysis=kernel-resource-usage]
    7 | __global__ void k(float* x) {
      | ^
/p/k.hip:7:1: remark:     SGPRs: 10 [-Rpass-analysis=kernel-resource-usage]
/p/k.hip:7:1: remark:     Occupancy [waves/SIMD]: 8 [-Rpass-analysis=kernel-resource-usage]
/p/k.hip:7:1: remark:     LDS Size [bytes/block]: 1024 [-Rpass-analysis=kernel-resource-usage]
"""


def test_metadata() -> None:
    first, second = parse_metadata(NOTES, "gfx942")
    assert (first.symbol, first.arch) == ("_Z1kPf", "gfx942")
    assert (first.vgprs, first.agprs, first.sgprs) == (36, 4, 10)
    assert (first.vgpr_spills, first.sgpr_spills) == (2, 1)
    assert (first.lds, first.scratch, first.wavefront, first.max_block) == (1024, 16, 64, 256)
    assert (second.symbol, second.vgprs, second.agprs, second.wavefront) == ("_Z1qv", 1, 0, 32)


def test_no_kernels_no_usage() -> None:
    assert parse_metadata("", "gfx942") == []
    assert parse_metadata("amdhsa.kernels: []\namdhsa.version:\n  - 1\n", "gfx942") == []


def test_remarks_give_place_and_occupancy() -> None:
    assert parse_remarks(REMARKS) == {"_Z1kPf": ("/p/k.hip:7", 8)}


def test_matrix_instructions_of_each_function() -> None:
    assembly = """\

k.co:\tfile format elf64-amdgpu

Disassembly of section .text:

<_Z1kPf>:
\ts_load_dwordx4 s[0:3], s[0:1], 0x0
\tv_mfma_f32_16x16x16_f16 v[4:7], v[0:1], v[8:9], v[4:7]
\tv_mfma_f32_16x16x16_f16 v[4:7], v[0:1], v[8:9], v[4:7]
\tv_smfmac_f32_16x16x32_f16 v[4:7], v[0:1], v[8:11], v12
\ts_cbranch_scc1 65530                                     // <_Z1kPf+0x10>

<_Z1qv>:
\tv_add_f32_e32 v0, v0, v1
<_Z1wv>:
\tv_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]
"""
    assert count(assembly.splitlines(keepends=True)) == {
        "_Z1kPf": {"v_mfma_f32_16x16x16_f16": 2, "v_smfmac_f32_16x16x32_f16": 1},
        "_Z1wv": {"v_wmma_f32_16x16x16_f16": 1},
    }
