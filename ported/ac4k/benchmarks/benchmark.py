"""Times the operators beside what PyTorch offers: `python benchmarks/benchmark.py [PART...]`.

Parts are quantize, rope3d, gemm and attention; all by default.
"""

import importlib
import sys

import ac4k_kernel as ac
import torch
from timing import copy_bandwidth

PARTS = ("quantize", "rope3d", "gemm", "attention")


def main() -> None:
    torch.manual_seed(0)
    copy = copy_bandwidth()
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, torch {torch.__version__}")
    print(f"built for {ac.get_arch()}; copy {copy * 1e-9:.0f} GB/s", flush=True)
    for part in sys.argv[1:] or PARTS:
        for line in importlib.import_module(f"time_{part}").measure(copy):
            print(line, flush=True)


if __name__ == "__main__":
    main()
