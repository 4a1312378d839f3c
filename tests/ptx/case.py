"""One PTX instruction as a block of a CUDA kernel."""

from __future__ import annotations

from dataclasses import dataclass

#: Rows of inputs, and words of a row.
ROWS, WORDS = 64, 4

LETTERS = {"b16": "h", "b32": "r", "b64": "l", "f32": "f", "f64": "d", "pred": "r"}
IN = {
    "h": "uint16_t(in[{}])",
    "r": "uint32_t(in[{}])",
    "l": "in[{}]",
    "f": "__uint_as_float(uint32_t(in[{}]))",
    "d": "__longlong_as_double(in[{}])",
}
OUT = {
    "h": "{}",
    "r": "{}",
    "l": "{}",
    "f": "__float_as_uint({})",
    "d": "__double_as_longlong({})",
}
CPP = {"h": "uint16_t", "r": "uint32_t", "l": "uint64_t", "f": "float", "d": "double"}


@dataclass(frozen=True)
class Case:
    """One instruction with the constraints of its operands.

    Attributes:
        name: the opcode and what tells it from others of that opcode.
        text: the template.
        outputs: constraint letters of the results.
        inputs: constraint letter and C++ expression of what is read.
        pool: which rows of inputs it gets.
        before: C++ statements that prepare memory.
        after: C++ expression of the second result word, or "0".
    """

    name: str
    text: str
    outputs: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]
    pool: str
    before: str = ""
    after: str = "0"

    def source(self, index: int) -> str:
        """Return the block that runs the case as number `index` of its kernel."""
        names = [f"d{number}" for number in range(len(self.outputs))]
        declared = "".join(
            f" {CPP[letter]} {name} = 0;" for letter, name in zip(self.outputs, names, strict=True)
        )
        results = ", ".join(
            f'"+{letter}"({name})' for letter, name in zip(self.outputs, names, strict=True)
        )
        inputs = ", ".join(f'"{letter}"({expression})' for letter, expression in self.inputs)
        kept = "".join(
            f" out[{index * 2 + at} * {ROWS}] = {OUT[letter].format(name)};"
            for at, (letter, name) in enumerate(zip(self.outputs, names, strict=True))
        )
        if len(self.outputs) < 2 and self.after != "0":
            kept += f" out[{index * 2 + 1} * {ROWS}] = {self.after};"
        text = self.text.replace("%", "%%").replace("@@", "%")
        return (
            f"  {{ {self.before}{declared}\n"
            f'    asm volatile("{text}" : {results} : {inputs} : "memory");\n'
            f"   {kept} }}\n"
        )
