"""Code objects of one unit with other attributes of its kernels, without parsing it again.

clang makes the unit's LLVM IR once, optimised; attributes about registers and waves matter to what
comes after, so each variant is the same IR with other attributes, compiled to its end. Passes
before that which look at them are few: the choice is built from the source before it is kept.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import pairwise

from porter.compile.commands import Step
from porter.compile.resources import kernel_usage
from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.machine.kernel import KernelCode, read_kernels
from porter.toolchain.model import Toolchain
from porter.tune.choices import Choice

#: The largest module that is read.
_LARGEST = 1 << 30
_DEFINITION = re.compile(r'^define [^\n@]*+@"?(?P<symbol>[\w.$]+)"?\([^\n]*', re.MULTILINE)
_KERNEL = re.compile(
    r'^define [^\n@]*?amdgpu_kernel void @"?(?P<symbol>[\w.$]+)"?\([^\n]*\{\n', re.MULTILINE
)
_NAMED = re.compile(r'@"?([\w.$]+)')
_GROUP = re.compile(r"^attributes #(?P<number>\d+) = \{(?P<body>[^\n]*)\}$", re.MULTILINE)
_REFERENCE = re.compile(r" #(\d+)(?= |$)")


class Variants:
    """The variants of one unit on one architecture.

    Args:
        toolchain: what to compile with.
        step: the step that writes the unit's LLVM IR as text.
        arch: the architecture.

    Raises:
        PorterError: the unit does not compile.
    """

    def __init__(self, toolchain: Toolchain, step: Step, arch: str) -> None:
        self.toolchain = toolchain
        self.unit = step.unit
        self.arch = arch
        self.folder = step.output.parent
        self.folder.mkdir(parents=True, exist_ok=True)
        _run(step.command, step.unit)
        self._module = read_regular_text(step.output, _LARGEST)
        self._flags = _of_llvm(step.command)

    def read(self, choice: Mapping[str, Choice], name: str) -> list[KernelCode]:
        """Return what the kernels are with the choice of each, by symbol.

        Args:
            choice: symbol -> choice; kernels that are not named are left out.
            name: of the files that are made.

        Raises:
            PorterError: it cannot be compiled.
        """
        module = self.folder / f"{name}.ll"
        text = without_kernels(self._module, choice.keys())
        module.write_text(with_attributes(text, choice), encoding="utf-8")
        output = self.folder / f"{name}.o"
        processor, *features = self.arch.split(":")
        command = [str(self.toolchain.clang), "-x", "ir", str(module), "-c", "-O3"]
        command += ["--target=amdgcn-amd-amdhsa", f"-mcpu={':'.join([processor, *features])}"]
        command += ["-nogpulib", "-Xclang", "-disable-llvm-passes", *self._flags]
        command += ["-Wno-override-module", "-o", str(output)]
        _run(command, self.unit)
        usage = kernel_usage(self.toolchain, output, self.arch, "")
        found = read_kernels(self.toolchain, self.unit, output, usage)
        module.unlink()
        output.unlink()
        return found


def without_kernels(module: str, kept: Collection[str]) -> str:
    """Return a module without the kernels that are not kept, where nothing else names them."""

    named = Counter(_NAMED.findall(module))
    parts, at = [], 0
    for match in _KERNEL.finditer(module):
        if match["symbol"] not in kept and named[match["symbol"]] == 1:
            parts.append(module[at : match.start()])
            at = module.index("\n}\n", match.start()) + 3
    return "".join([*parts, module[at:]])


def with_attributes(module: str, choice: Mapping[str, Choice]) -> str:
    """Return a module in which functions have other attributes.

    Args:
        module: LLVM IR as text.
        choice: symbol -> what the function is to have.
    """
    groups = {match["number"]: match["body"] for match in _GROUP.finditer(module)}
    made: dict[tuple[str, Choice], str] = {}
    free = max(map(int, groups), default=0) + 1

    def group(number: str, chosen: Choice) -> str:
        nonlocal free
        if (number, chosen) not in made:
            made[number, chosen] = str(free)
            free += 1
        return made[number, chosen]

    def change(match: re.Match[str]) -> str:
        chosen = choice.get(match["symbol"])
        if chosen is None or not chosen.attributes:
            return match[0]
        return _REFERENCE.sub(lambda one: f" #{group(one[1], chosen)}", match[0], count=1)

    text = _DEFINITION.sub(change, module)
    added = []
    for (number, chosen), name in made.items():
        body = groups[number]
        for key, value in chosen.in_llvm.items():
            body = re.sub(rf' "{key}"="[^"]*"', "", body) + f'"{key}"="{value}" '
        added.append(f"attributes #{name} = {{{body}}}")
    return "\n".join([text, *added, ""])


def _of_llvm(command: list[str]) -> list[str]:
    """Return the options of a command that LLVM's back end is given."""
    found = []
    for first, second in pairwise(command):
        if first == "-mllvm":
            found += [first, second]
    return found


def _run(command: list[str], unit: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        first = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr)
        raise PorterError(f"does not compile: {first.strip()}", path=unit)
