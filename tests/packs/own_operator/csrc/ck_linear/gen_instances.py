"""Writes a source for each tile that the tuned table names, and the usual one; and their lookup."""

import argparse
import csv
from pathlib import Path

USUAL = "linear_64x64x64"

parser = argparse.ArgumentParser()
parser.add_argument("--working_path", type=Path, required=True)
parser.add_argument("--tune_file", type=Path, required=True)
words = parser.parse_args()
with words.tune_file.open(newline="") as stream:
    tuned = {(row["M"], row["N"], row["K"]): row["kernelName"] for row in csv.DictReader(stream)}
names = sorted({USUAL, *tuned.values()})
for name in names:
    tile = ", ".join(name.rpartition("_")[2].split("x"))
    (words.working_path / f"{name}.cu").write_text(
        '#include "linear_common.cuh"\n'
        f"namespace aiter {{\nbool {name}(const LinearProblem &p) {{\n"
        f"    return linear_impl<{tile}>(p);\n}}\n}} // namespace aiter\n"
    )
declared = "".join(f"bool {name}(const LinearProblem &p);\n" for name in names)
lines = "".join(f"{{{{{', '.join(shape)}}}, {name}}}, " for shape, name in tuned.items())
(words.working_path / "linear_lookup.h").write_text(
    '#pragma once\n#include <map>\n#include <tuple>\n#include "linear_problem.h"\n'
    f"namespace aiter {{\n{declared}"
    "inline std::map<std::tuple<int, int, int>, LinearKernel> linear_tuned() {\n"
    f"    return {{{lines}}};\n}}\n}} // namespace aiter\n"
)
