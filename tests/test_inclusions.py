"""An inclusion that a rule replaces is not added once more."""

from porter.engine import convert
from porter.fixers import Context
from porter.options import Options
from porter.project.languages import Language
from porter.source import SourceFile
from porter.tables import load


def test_a_replaced_inclusion_counts_although_the_table_renames_it_too() -> None:
    file = SourceFile("a.cpp", b"#include <vector>\n#include <cuda_bf16.h>\n", Language.CUDA)
    converted = convert(file, Context(Options(), load("hip")))
    assert converted.data == b'#include <vector>\n#include "porter_compat/host_bfloat16.hpp"\n'
