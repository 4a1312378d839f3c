"""The commands that compile a unit: one for the host, one for each architecture."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter.compile.read.unit import Language, Unit
from porter.compile.standards import raised, said_of
from porter.toolchain import as_nvcc
from porter.toolchain.machine import bundle_host
from porter.toolchain.model import Emit, Toolchain
from porter.toolchain.precompiled_headers import making
from porter.toolchain.stand_in_headers import stand_in_headers
from porter.toolchain.torch_headers import TorchHeaders

#: The target of a step that compiles host code.
HOST = "host"
#: The port's build compiles C++ with the project's own compiler, whose warnings are not clang's.
_ITS_OWN_COMPILERS_WARNINGS = "-Wno-error"
_REMARKS = "-Rpass-analysis=kernel-resource-usage"


@dataclass(frozen=True)
class Step:
    """One command of a unit.

    Args:
        unit: path of the unit's source, relative to the port.
        target: "host" or an architecture.
        command: its words.
        output: the file it makes, or the stamp that stands for its success.
        source: the file it compiles; None when it packs the outputs of others.
        inputs: outputs of other steps that it reads.
        stamps: whether it makes no file of its own.
    """

    unit: str
    target: str
    command: list[str]
    output: Path
    source: Path | None
    inputs: tuple[Path, ...] = ()
    stamps: bool = False

    @property
    def log(self) -> Path:
        """The file with what the step said."""
        return self.output.with_name(self.output.name + ".log")

    @property
    def milliseconds(self) -> Path:
        """The file with how long it took."""
        return self.output.with_name(self.output.name + ".ms")


class Commands:
    """Makes the steps of units.

    Args:
        toolchain: what to compile with.
        root: the port.
        folder: where outputs go.
        archs: architectures.
        torch: headers for units that use PyTorch.
        launcher: words before each compiler command, such as `ccache`.
        line_tables: have code objects tell which source line an instruction comes from.
    """

    def __init__(
        self,
        toolchain: Toolchain,
        root: Path,
        folder: Path,
        archs: Sequence[str],
        torch: TorchHeaders | None,
        launcher: Sequence[str] = (),
        line_tables: bool = False,
    ) -> None:
        self.toolchain = toolchain
        self.root = root
        self.folder = folder
        self.archs = tuple(archs)
        self.torch = torch
        self.launcher = list(launcher)
        self._told = ["-gline-tables-only"] if line_tables else []
        self._stand_ins = stand_in_headers(toolchain)

    def precompile(self, settings: Unit, header: Path) -> Iterator[Step]:
        """Yield the steps that precompile a header, one for each target.

        Args:
            settings: how the units that begin with it are compiled.
            header: what they begin with.
        """
        for target in self._targets(settings):
            unit = replace(settings, source=str(header))
            digest = hashlib.sha256(repr(settings).encode()).hexdigest()[:16]
            output = header.with_name(f"{header.stem}.{digest}.{target}.pch")
            make = [*_side(unit, target), *making(output)]
            step = self._step(unit, target, Emit.SYNTAX, output, make)
            yield replace(step, stamps=False)

    def syntax(self, unit: Unit) -> Iterator[Step]:
        """Yield the steps that type-check a unit, each side apart to run beside the others."""
        for target in self._targets(unit):
            stamp = self._output(unit, target, "ok")
            yield self._step(unit, target, Emit.SYNTAX, stamp, _side(unit, target))

    def objects(self, unit: Unit) -> Iterator[Step]:
        """Yield the steps that clang's driver takes for `-c`, to keep each code object."""
        archs = [target for target in self._targets(unit) if target != HOST]
        cuid = _id_of(unit)
        code_objects = [self._output(unit, arch, "co") for arch in archs]
        for arch, code_object in zip(archs, code_objects, strict=True):
            yield self._step(unit, arch, Emit.DEVICE_ELF, code_object, [_REMARKS, *cuid])
        output = self._output(unit, HOST, "o")
        if not archs:
            yield self._step(unit, HOST, Emit.OBJECT, output, ["-fPIC"])
            return
        bundle = self._output(unit, "devices", "hipfb")
        words = self._bundle(archs, code_objects, bundle)
        yield Step(unit.source, HOST, words, bundle, None, tuple(code_objects))
        packed = ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(bundle), *cuid, "-fPIC"]
        yield self._step(unit, HOST, Emit.HOST_OBJECT, output, packed, (bundle,))

    def host_object(self, unit: Unit, output: Path) -> Step:
        """Return the step that makes an object of a unit's host code, for its symbols alone."""
        emit = Emit.HOST_OBJECT if unit.language is Language.HIP else Emit.OBJECT
        return self._step(unit, HOST, emit, output, ["-O1", *_id_of(unit), "-fPIC"])

    def device_ir(self, unit: Unit, arch: str, output: Path) -> Step:
        """Return the step that writes the LLVM IR of which a unit's code object is made."""
        return self._step(unit, arch, Emit.DEVICE_IR, output, _id_of(unit))

    def std(self, unit: Unit) -> tuple[str, str]:
        """Return the standard of C or C++ for a unit and a note when it is not the port's own."""
        asked = unit.standard
        if unit.language is Language.C:
            return asked, ""
        if unit.uses_torch and self.torch is not None and raised(asked, self.torch.std) != asked:
            if unit.std is None:
                return self.torch.std, ""
            return self.torch.std, said_of((asked,), self.torch.std)
        return asked, ""

    def _targets(self, unit: Unit) -> tuple[str, ...]:
        return (*self.archs, HOST) if unit.language is Language.HIP else (HOST,)

    def _output(self, unit: Unit, target: str, suffix: str) -> Path:
        # A folder a unit: whatever its name is, it cannot be another output's.
        return self.folder / "units" / unit.source / f"{target}.{suffix}"

    def _step(
        self,
        unit: Unit,
        target: str,
        emit: Emit,
        output: Path,
        extra: list[str],
        inputs: tuple[Path, ...] = (),
    ) -> Step:
        includes = [one for one in unit.includes if one not in unit.inferred]
        defines: list[str] = []
        if unit.uses_torch and self.torch is not None:
            includes += self.torch.include_dirs
            defines = list(self.torch.defines)
            if unit.torch_extension is not None:
                defines.append(f"TORCH_EXTENSION_NAME={unit.torch_extension}")
        includes += self._stand_ins
        source = self.root / unit.source
        std, _ = self.std(unit)
        stamps = emit is Emit.SYNTAX
        depend = self._depend(unit, target, output)
        flags = [
            *(as_nvcc.OF_C if unit.language is Language.C else as_nvcc.OPTIONS),
            *unit.given,
            # Behind the system's: beside what they are searched for, they may have a `sys/time.h`.
            *(word for folder in unit.inferred for word in ("-idirafter", str(folder))),
            *([] if target == HOST else self._told),
            *extra,
            *depend,
            "-fdiagnostics-color=never",
        ]
        product = None if stamps else output
        if unit.language is Language.HIP:
            command = self.toolchain.hip_command(
                source, self.archs if target == HOST else target, emit=emit, output=product,
                std=std, defines=defines, includes=includes, flags=flags,
            )  # fmt: skip
        else:
            command = self.toolchain.cpp_command(
                source, emit=emit, output=product, std=std, defines=defines, includes=includes,
                flags=[*flags, _ITS_OWN_COMPILERS_WARNINGS],
            )  # fmt: skip
        words = [*self.launcher, *command]
        return Step(unit.source, target, words, output, source, inputs, stamps)

    def _depend(self, unit: Unit, target: str, output: Path) -> list[str]:
        """Return the options that have a compilation write which headers it read.

        From version 22 on clang's driver leaves the usual ones away for device code.
        """
        major = int(self.toolchain.llvm_version.partition(".")[0])
        if unit.language is not Language.HIP or target == HOST or major < 22:
            return ["-MD", "-MF", f"{output}.d", "-MT", str(output)]
        words = ["-dependency-file", f"{output}.d", "-MT", str(output), "-sys-header-deps"]
        return [part for word in words for part in ("-Xclang", word)]

    def _bundle(self, archs: list[str], code_objects: list[Path], bundle: Path) -> list[str]:
        """Return the command that packs code objects as clang's driver packs them."""
        targets = [bundle_host(), *(f"hipv4-amdgcn-amd-amdhsa--{arch}" for arch in archs)]
        words = [str(self.toolchain.tool("clang-offload-bundler")), "-type=o", "-bundle-align=4096"]
        words += [f"-targets={','.join(targets)}", "-input=/dev/null"]
        return [*words, *(f"-input={path}" for path in code_objects), f"-output={bundle}"]


def _id_of(unit: Unit) -> list[str]:
    """Return the options that give a unit the id after which all its sides name things.

    clang derives it from the command line, which differs between them here, and for the host alone
    it derives none.
    """
    digest = hashlib.sha256(unit.source.encode()).hexdigest()[:16]
    return ["-fuse-cuid=none", "-Xclang", f"-cuid={digest}"]


def _side(unit: Unit, target: str) -> list[str]:
    """Return the flag that checks one side of a unit alone."""
    if unit.language is not Language.HIP:
        return []
    return ["--cuda-host-only" if target == HOST else "--cuda-device-only"]
