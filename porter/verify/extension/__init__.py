"""Extensions of Python on both sides: the cases of a Python file, run in processes of their own.

A file of cases starts with

    from porter.verify.extension import Generator, Output, parametrize
"""

from porter.verify.extension.arrays import as_array
from porter.verify.extension.c_library import record
from porter.verify.extension.cases import Output, parametrize
from porter.verify.extension.generator import Generator
from porter.verify.extension.sampling import at_most, even, laid_out, most_terms, returned, sample

__all__ = [
    "Generator",
    "Output",
    "as_array",
    "at_most",
    "even",
    "laid_out",
    "most_terms",
    "parametrize",
    "record",
    "returned",
    "sample",
]
