"""Describes a row of the tables in words."""

from __future__ import annotations

from collections.abc import Iterator

from porter.tables.names import HeaderRow, MarkRow, Row, UnmappedRow

#: Proof code -> what it says.
PROOFS: dict[str, str] = {
    "sig=": "a function of exactly these types exists (compiled)",
    "call": "a call with CUDA's arguments compiles; the types are spelled otherwise",
    "some": "of CUDA's overloads some calls compile, some do not",
    "cast": "HIP's function takes as many arguments; some need converting",
    "arity": "HIP's function takes another number of arguments",
    "type=": "the types are of one make, HIP's has every member",
    "type~": "the types differ",
    "enum=": "enumerators of corresponding enums, with the same value",
    "enum~": "enumerators of corresponding enums, with other values",
    "value=": "the same value",
    "value~": "other values",
    "macro": "both sides define the macro",
    "class=": "the same template parameters and members",
    "class~": "template parameters or members differ",
    "declared": "both sides declare it",
}


def lines(row: Row | HeaderRow | UnmappedRow | MarkRow) -> Iterator[str]:
    """Yield the lines in which `porter rules show` presents a row."""
    if isinstance(row, UnmappedRow):
        what = "header" if row.kind == "header" else f"{row.kind} of {row.library or 'CUDA'}"
        yield f"{row.cuda.decode()}: not in HIP ({what})"
        yield f"  reason   {row.reason}"
        return
    if isinstance(row, MarkRow):
        yield from _mark_lines(row)
        return
    arrow = "same name in HIP" if row.cuda == row.hip else f"-> {row.hip.decode()}"
    if isinstance(row, HeaderRow):
        yield f"{row.cuda.decode()} {arrow} (header)"
        if row.rocm_since:
            yield f"  ROCm     since {row.rocm_since}"
        return
    yield f"{row.cuda.decode()} {arrow} ({row.kind} of {row.library})"
    yield f"  header   {row.header}"
    absent = f", not in {row.rocm_absent}" if row.rocm_absent else ""
    removed = f"; gone from {row.rocm_removed}" if row.rocm_removed else ""
    yield f"  ROCm     since {row.rocm_since}{absent}{removed}"
    if row.cuda_removed:
        yield f"  CUDA     gone from {row.cuda_removed}"
    yield f"  proof    {row.proof}  {PROOFS.get(row.proof, '')}".rstrip()
    if row.differs:
        yield f"  differs  {row.differs}"


def _mark_lines(row: MarkRow) -> Iterator[str]:
    header = row.cuda_header
    if not row.hip:
        yield f"{row.cuda.decode()}: tells of {header}; nothing of HIP's takes its place"
        return
    yield f"{row.cuda.decode()} -> {row.hip.decode()} in conditions (tells that {header} was read)"
    yield f"  header   {row.hip_header}"
    yield f"  ROCm     since {row.rocm_since}"
    if row.without:
        yield f"  differs  what becomes of these does not bring it: {row.without}"
