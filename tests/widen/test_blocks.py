"""Blocks that are whole wavefronts, as launches say."""

from __future__ import annotations

import pytest

from porter.source.file import SourceFile
from porter.widen.blocks import refuse_odd_blocks
from porter.widen.refusal import Refused

KERNEL = "__global__ void k(int* p) {}\n__global__ void other(int* p) {}\n"


@pytest.mark.parametrize(
    "launch",
    [
        "k<<<1, 128>>>(p);",
        "k<<<n, kThreads, 0, s>>>(p);",
        "const int threads = 64; k<<<n, threads>>>(p);",
        "dim3 block(64, 2); k<<<n, block>>>(p);",
        "k<<<n, dim3(128)>>>(p);",
        "k<<<n, 4 * kWarp>>>(p);",
        "k<64><<<n, 256>>>(p); other<<<1, 32>>>(p);",
        "auto f = k; f<<<n, 192>>>(p);",
        "auto* f = &k<64>; hipFuncSetAttribute((const void*)f, how, 9); f<<<n, 192>>>(p);",
        "hipLaunchKernelGGL(k, 1, 64, 0, 0, p);",
    ],
)
def test_whole_wavefronts(launch: str) -> None:
    sizes = "constexpr int kThreads = 256; constexpr int kWarp = 32;\n"
    text = f"{KERNEL}{sizes}void run() {{ {launch} }}\n"
    refuse_odd_blocks([SourceFile("a.cu", text.encode())], "k")


@pytest.mark.parametrize(
    ("launch", "why"),
    [
        ("k<<<1, 32>>>(p);", "blocks of 32 threads, no multiple of 64"),
        ("k<<<1, 128>>>(p); k<<<1, 96>>>(p);", "blocks of 96 threads"),
        ("k<<<1, dim3(16, 16)>>>(p);", "blocks of 16 threads"),
        ("k<<<1, n>>>(p);", "blocks of `n` threads, a size that the port does not tell"),
        ("int n = 64; n = 32; k<<<1, n>>>(p);", "give a number or a constant there"),
        ("auto f = k; f<<<n, 32>>>(p);", "blocks of 32 threads"),
        ("void* f = (void*)k; hipLaunchKernel(f, 1, 64, args, 0, 0);", "a pointer, a macro"),
        ("int n = 64; best(&n); k<<<1, n>>>(p);", "blocks of `n` threads"),
        ("auto f = k; f<<<n, 192>>>(p); g(f);", "a pointer, a macro or a string names it"),
        ("auto f = b ? k : other; f<<<n, 64>>>(p);", "a pointer, a macro or a string names it"),
        ("hipLaunchKernelGGL(k, 1, 32, 0, 0, p);", "blocks of 32 threads"),
        ("g(k);", "a pointer, a macro or a string names it"),
        ("", "no launch of it is in the port"),
    ],
)
def test_others(launch: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        text = f"{KERNEL}void run() {{ {launch} }}\n"
        refuse_odd_blocks([SourceFile("a.cu", text.encode())], "k")
