"""The entries of `optCompilerConfig.json` by which a package builds an operator."""

from __future__ import annotations

import json

from porter.errors import PorterError
from porter.port.operators.catalogue import Choice
from porter.port.operators.own_text import own_text
from porter.port.operators.package import Package, entries_of

#: CK's tile library cuts bits off a bfloat16 by default; this rounds to the nearest.
_NEAREST = "-DCK_TILE_FLOAT_TO_BFLOAT16_DEFAULT=0"
_FMHA_FLAGS = [_NEAREST, "-DCK_TILE_FMHA_FWD_FAST_EXP2=1", "-fgpu-flush-denormals-to-zero"]
_FLAGS = {"norm": [_NEAREST], "fmha_fwd": _FMHA_FLAGS, "fmha_bwd": _FMHA_FLAGS}
#: Where Composable Kernel's sources have the generator of its attention, and what it includes.
_FMHA = "{CK_DIR}/example/ck_tile/01_fmha"
_ATTENTION = ("fmha_fwd", "fmha_bwd")


def with_entries(package: Package, name: str, choice: Choice) -> str:
    """Return the text of the configuration with the modules of an operator.

    The text before stays as it is, and the entries come last. Where they are there already, nothing
    is added.

    Raises:
        PorterError: there is another module of this name.
    """
    path = package.root / package.config
    text = own_text(path)
    modules = _modules(package, name, choice)
    known = entries_of(path, text)
    if all(known.get(module) == entry for module, entry in modules.items()):
        return text
    for module in modules:
        if module in known:
            raise PorterError(f"has a module {module} already", path=path)
    body = text.rstrip().removesuffix("}").rstrip()
    added = json.dumps(modules, indent=4, ensure_ascii=False)[1:-1].rstrip()
    return f"{body}{',' if known else ''}{added}\n}}\n"


def _modules(package: Package, name: str, choice: Choice) -> dict[str, dict[str, object]]:
    csrc = f"{{{package.prefix}_CSRC_DIR}}"
    folder = f"{csrc}/ck_{name}"
    table = f"{package.jit.tables}/{name}_tuned.csv"
    generate = f"{folder}/gen_instances.py --working_path {{}}"

    def quoted(text: str) -> str:
        if not package.quotes_entries:
            return text
        # In an f-string the place that is filled in later takes braces of its own.
        return "f'" + text.replace("{}", "{{}}") + "'"

    def module(command: str, *more: str) -> dict[str, object]:
        return {
            "srcs": [
                quoted(f"{csrc}/pybind/{name}_pybind.cu"),
                quoted(f"{folder}/{name}.cu"),
            ],
            "extra_include": [
                quoted(f"{csrc}/include"),
                quoted(folder),
                quoted("{CK_DIR}/include/"),
                *map(quoted, more),
            ],
            "flags_extra_cc": [],
            "flags_extra_hip": [
                quoted(flag)
                for flag in ("-Wno-invalid-constexpr", *_FLAGS.get(choice.operator.family, ()))
            ],
            "blob_gen_cmd": quoted(command),
        }

    if choice.operator.family in _ATTENTION:
        command = f"{folder}/gen_kernels.py --generator {_FMHA}/generate.py --working_path {{}}"
        return {f"module_{name}": module(command, _FMHA)}
    made = {f"module_{name}": module(f"{generate} --tune_file {table}")}
    if choice.operator.family in ("gemm", "norm"):
        made[f"module_{name}_tune"] = module(f"{generate} --tune")
    return made
