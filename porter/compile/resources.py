"""Reads the resource usage of kernels: registers, memory, occupancy."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from porter.compile.matrix_instructions import matrix_instructions
from porter.toolchain.model import Toolchain

_FUNCTION = re.compile(r"^(?P<file>.+?):(?P<line>\d+):\d+: remark: Function Name: (?P<name>\S+)")
_VALUE = re.compile(
    r": remark: ++(?P<key>[^:]++): (?P<value>\d+) \[-Rpass-analysis=kernel-resource"
)


@dataclass(frozen=True)
class KernelUsage:
    """What one kernel takes on one architecture.

    Args:
        name: demangled name.
        symbol: mangled name.
        arch: architecture.
        vgprs: vector registers of a lane; AGPRs among them where the two share one file, as on
            gfx90a and gfx942.
        sgprs: scalar registers of a wave.
        agprs: accumulation registers of a lane; 0 where there are none.
        vgpr_spills: vector registers spilled to memory.
        sgpr_spills: scalar registers spilled.
        lds: static shared memory of a block, bytes; dynamic shared memory comes on top.
        scratch: private memory of a lane, bytes.
        occupancy: waves that fit on a SIMD as far as registers and static LDS allow; None when
            the compiler did not say.
        wavefront: lanes of a wave.
        max_block: the largest block the kernel was compiled for, threads.
        place: `file:line` of its definition; empty when the compiler did not say.
        matrix: how many of each matrix instruction its code holds; not those of functions that
            it calls.
    """

    name: str
    symbol: str
    arch: str
    vgprs: int = 0
    sgprs: int = 0
    agprs: int = 0
    vgpr_spills: int = 0
    sgpr_spills: int = 0
    lds: int = 0
    scratch: int = 0
    occupancy: int | None = None
    wavefront: int = 0
    max_block: int = 0
    place: str = ""
    matrix: dict[str, int] = field(default_factory=dict)

    @property
    def spills(self) -> int:
        """Registers spilled, vector and scalar ones."""
        return self.vgpr_spills + self.sgpr_spills


def kernel_usage(
    toolchain: Toolchain, code_object: Path, arch: str, remarks: str
) -> list[KernelUsage]:
    """Return what the kernels of a code object take, in the order of their symbols.

    Args:
        toolchain: whose tools read the file.
        code_object: a linked code object, ELF.
        arch: its architecture.
        remarks: what clang said with `-Rpass-analysis=kernel-resource-usage`.
    """
    command = [str(toolchain.tool("llvm-readelf")), "--notes", str(code_object)]
    notes = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    kernels = parse_metadata(notes.stdout, arch)
    remarks_by_kernel = parse_remarks(remarks)
    matrix = matrix_instructions(toolchain, code_object, arch) if kernels else {}
    names = demangle(toolchain, [kernel.symbol for kernel in kernels])
    found = []
    for kernel, name in zip(kernels, names, strict=True):
        place, occupancy = remarks_by_kernel.get(kernel.symbol, ("", None))
        used = matrix.get(kernel.symbol, {})
        found.append(replace(kernel, name=name, place=place, occupancy=occupancy, matrix=used))
    return sorted(found, key=lambda kernel: kernel.symbol)


def parse_metadata(notes: str, arch: str) -> list[KernelUsage]:
    """Return the kernels that `llvm-readelf --notes` lists, names still mangled.

    Keys are those of LLVM's AMDGPU usage guide, "Code Object V5 Metadata".
    """
    found = []
    kernels = re.search(r"^amdhsa\.kernels:\n((?: .*\n)*)", notes, re.MULTILINE)
    # Kernels are the items of the list, two columns in; their arguments are further in.
    for item in re.split(r"^  - ", kernels[1] if kernels else "", flags=re.MULTILINE)[1:]:
        fields = dict(re.findall(r"^(?:    )?\.(\w+): +(\S+)$", item, re.MULTILINE))

        def number(key: str, fields: dict[str, str] = fields) -> int:
            return int(fields.get(key, 0))

        symbol = fields.get("name", "").strip("'\"")
        usage = KernelUsage(
            name=symbol,
            symbol=symbol,
            arch=arch,
            vgprs=number("vgpr_count"),
            sgprs=number("sgpr_count"),
            agprs=number("agpr_count"),
            vgpr_spills=number("vgpr_spill_count"),
            sgpr_spills=number("sgpr_spill_count"),
            lds=number("group_segment_fixed_size"),
            scratch=number("private_segment_fixed_size"),
            wavefront=number("wavefront_size"),
            max_block=number("max_flat_workgroup_size"),
        )
        found.append(usage)
    return found


def parse_remarks(text: str) -> dict[str, tuple[str, int | None]]:
    """Return the place and the occupancy of each kernel, by symbol."""
    found: dict[str, tuple[str, int | None]] = {}
    symbol = ""
    for line in text.splitlines():
        if match := _FUNCTION.match(line):
            symbol = match["name"]
            found[symbol] = (f"{match['file']}:{match['line']}", None)
        elif symbol and (match := _VALUE.search(line)) and match["key"].startswith("Occupancy"):
            found[symbol] = (found[symbol][0], int(match["value"]))
    return found


def demangle(toolchain: Toolchain, symbols: Iterable[str]) -> list[str]:
    """Return the names that C++ gives `symbols`."""
    mangled = list(symbols)
    if not mangled:
        return []
    command = [str(toolchain.tool("llvm-cxxfilt"))]
    text = "\n".join(mangled) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    names = done.stdout.splitlines()
    return names if len(names) == len(mangled) else mangled
