"""What only Hopper and later have: the older branch is taken, and without one it is an error."""

from __future__ import annotations

import pytest

from porter.source import Severity
from porter.testing import apply

#: What has no way on AMD's GPUs -> a word of its message.
_NEWER = {
    'asm volatile("wgmma.fence.sync.aligned;");': "wgmma",
    'asm volatile("tcgen05.wait::ld.sync.aligned;");': "tcgen05",
    'asm volatile("fence.proxy.async;");': "fence.proxy",
    'asm volatile("barrier.cluster.arrive.aligned;");': "cluster",
    "cuda::device::memcpy_async_tx(s, g, cuda::aligned_size_t<16>(n), bar);": "memcpy_async_tx",
    "cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, s, g, n, bar);": "cp_async_bulk",
    "auto cluster = cooperative_groups::this_cluster();": "this_cluster",
}


def _kernel(body: str) -> str:
    return f"__global__ void k(int* s, const int* g, int n) {{\n{body}\n}}\n"


def _errors(text: str) -> list[tuple[str, int]]:
    return [
        (one.message, text[: one.start].count("\n") + 1)
        for one in apply(text).findings
        if one.severity is Severity.ERROR
    ]


@pytest.mark.parametrize(("newer", "word"), _NEWER.items(), ids=_NEWER.values())
def test_without_an_older_branch_it_is_an_error_at_its_place(newer: str, word: str) -> None:
    errors = _errors(_kernel(newer))
    assert any(word in message and line == 2 for message, line in errors), errors


@pytest.mark.parametrize(("newer", "word"), _NEWER.items(), ids=_NEWER.values())
def test_the_branch_for_sm_80_is_taken(newer: str, word: str) -> None:
    older = 'asm volatile("cp.async.wait_all;");'
    text = _kernel(f"#if __CUDA_ARCH__ >= 900\n{newer}\n#else\n{older}\n#endif")
    assert b"#if 0\n" in apply(text).data
    assert not [message for message, _ in _errors(text) if word in message]


def test_what_both_have_takes_the_newer_branch() -> None:
    newer = "cuda::barrier<cuda::thread_scope_block>* b = get(); b->arrive_and_wait();"
    text = _kernel(f"#if __CUDA_ARCH__ >= 700\n{newer}\n#else\n__syncthreads();\n#endif")
    assert b"#if __CUDA_ARCH__ >= 700\n" not in apply(text).data


@pytest.mark.parametrize(
    "asked",
    [
        "#ifdef __CUDA_ARCH_FEAT_SM90_ALL",
        "#if defined(__CUDA_ARCH_FEAT_SM90_ALL) && __CUDA_ARCH__ >= 900",
        "#if defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__)",
        "#if defined(__CUDA_ARCH__) and (__CUDA_ARCH__ >= 1000)",
    ],
)
def test_what_only_a_feature_has_is_no_error(asked: str) -> None:
    newer = 'asm volatile("wgmma.fence.sync.aligned;");'
    assert not _errors(_kernel(f"{asked}\n{newer}\n#else\n__syncthreads();\n#endif"))
    assert _errors(_kernel(f"{asked}\n__syncthreads();\n#else\n{newer}\n#endif"))


def test_a_feature_that_the_project_defines_itself_is_one() -> None:
    newer = 'asm volatile("wgmma.fence.sync.aligned;");'
    text = "#define __CUDA_ARCH_FEAT_SM90_ALL\n"
    assert _errors(text + _kernel(f"#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n{newer}\n#endif"))
