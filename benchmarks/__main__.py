"""Runs the benchmarks one after the other and prints what each gives.

python -m benchmarks [NAME…]        # by default all; hours, `typecheck` most of them
python -m benchmarks --list
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

#: What measures by itself alone, the quick ones first.
BENCHMARKS = {
    "tables": "porter's tables beside torch.utils.hipify's",
    "speed": "how long conversions take, beside the peers",
    "hooks": "how long the pre-commit hooks take",
    "ported_kernels": "what the kernels of ported/ take on AMD GPUs",
    "cpu_throughput": "nanoseconds a work-item on the cpu executor",
    "mutations": "mistakes put into a port, and how many `porter verify` notices",
    "pypi_parity": "PyPI's causal-conv1d, converted, against its own reference",
    "typecheck": "real CUDA code that type-checks after porter and its peers",
}


def main() -> None:
    """Run the benchmarks that are named; exit with 1 when one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="by default all")
    parser.add_argument("--list", action="store_true", help="say what there is")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark is called {unknown[0]}: {', '.join(BENCHMARKS)}")
    if arguments.list:
        width = max(map(len, BENCHMARKS))
        print("\n".join(f"{name:{width}}  {what}" for name, what in BENCHMARKS.items()))
        return
    failed = []
    for name in arguments.names or BENCHMARKS:
        print(f"\n# {name}: {BENCHMARKS[name]}\n", flush=True)
        started = time.monotonic()
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
        print(f"\n{name} took {time.monotonic() - started:.0f} s", flush=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
