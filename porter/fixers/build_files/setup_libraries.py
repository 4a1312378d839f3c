"""Link ROCm's libraries where an extension linked CUDA's.

## What it does
In scripts that build extensions, names in `libraries=[…]`, also where a name stands for that list,
and `-l…` in lists of flags become ROCm's, by the table `rules/cuda-hip/libraries.toml`: `cublas` is
`hipblas`, `-lcudart` is `-lamdhip64`. With `--blas roc` and the like they are ROCm's own:
`rocblas`.

## Why
CUDA's libraries are not there. PyTorch for ROCm links its own and HIP's runtime itself.

## What it leaves alone
Libraries that ROCm has nothing for: reported. Scripts that speak of HIP or ROCm themselves.

## References
torch/utils/cpp_extension.py: `CUDAExtension`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._setup import build_script, from_list
from porter.options import Options
from porter.source import SourceFile
from porter.source.python.code import PythonCode, literal, literal_span
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.libraries import NOT_NEEDED, by_cudas_name, is_nvidias_own

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("BLD22", "setup-libraries", languages=(Language.PYTHON,))

EXAMPLES = (
    Example(
        'CUDAExtension("m", src, libraries=["cublas", "z"], extra_link_args=["-lcudart", "-lm"])\n',
        'CUDAExtension("m", src, libraries=["hipblas", "z"],'
        ' extra_link_args=["-lamdhip64", "-lm"])\n',
        path="setup.py",
        title="libraries",
    ),
    Example(
        'libraries = ["cudadevrt", "nvjpeg", "c10_cuda"]\n',
        'libraries = ["nvjpeg", "c10_hip"]\n',
        findings=("warning",),
        path="setup.py",
        title="not needed; what ROCm lacks; PyTorch's own",
    ),
    Example(
        "CUDAExtension('m', src, libraries=['cusolver', 'cufft'],"
        " extra_link_args=['-lcusolver'])\n",
        "CUDAExtension('m', src, libraries=['rocsolver', 'rocblas', 'hipfft'],"
        " extra_link_args=['-lrocsolver', '-lrocblas'])\n",
        options=Options(roc=("blas", "solver")),
        path="setup.py",
        title="ROCm's own libraries; what calls rocSOLVER calls rocBLAS",
    ),
    Example('packages = ["cuda", "cublas"]\n', path="setup.py", title="no libraries"),
    Example(
        'cuda_libs = ["cublas"]\nExtension("m", src, libraries=cuda_libs + ["m"])\n',
        'cuda_libs = ["hipblas"]\nExtension("m", src, libraries=cuda_libs + ["m"])\n',
        path="setup.py",
        title="a name for the list",
    ),
)
#: PyTorch's own libraries, which another build of it calls otherwise.
_PYTORCHS = {"c10_cuda": "c10_hip", "torch_cuda": "torch_hip"}


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries."""
    code = build_script(file)
    if code is None:
        return
    removal = from_list(file.data)
    names = frozenset(("libraries", *_names_of_libraries(code)))
    for node in code.nodes("string"):
        span, text = literal_span(code, node), literal(code, node)
        if span is None or not text:
            continue
        is_flag = text.startswith("-l")
        name = text[2:] if is_flag else text
        if not is_flag and not _is_of_libraries(code, node, names):
            continue
        library = by_cudas_name(context.options.roc).get(name)
        if library is not None or name in _PYTORCHS:
            new = library.name if library is not None else _PYTORCHS[name]
            if library is not None and node.parent is not None and node.parent.type == "list":
                quote = file.data[span[1] : span[1] + 1].decode()
                between = f"{quote}, {quote}{text[: -len(name)]}"
                new = between.join((library.name, *library.needs))
            yield rule.replace((span[1] - len(name.encode()), span[1]), new.encode())
        elif name in NOT_NEEDED and node.parent is not None and node.parent.type == "list":
            yield rule.replace(removal(*span), b"")
        elif is_nvidias_own(name):
            yield rule.warning(
                span, f"ROCm has no library in place of {name}", hint="see what uses it"
            )


def _is_of_libraries(code: PythonCode, node: Node, names: frozenset[str]) -> bool:
    """Tell whether a string stands in a list that is called `libraries`, or a name for one."""
    if node.parent is None or node.parent.type != "list":
        return False
    at = node.parent.parent
    if at is None:
        return False
    field = {"keyword_argument": "name", "assignment": "left", "augmented_assignment": "left"}
    name = at.child_by_field_name(field.get(at.type, "name"))
    return name is not None and code.text(name) in names


def _names_of_libraries(code: PythonCode) -> Iterator[str]:
    """Yield the names that stand for lists of libraries: `libraries=cuda_libs + ["m"]`."""
    for call in code.calls:
        given = call.keywords.get("libraries")
        waiting = [given] if given is not None else []
        while waiting:
            node = waiting.pop()
            if node.type == "identifier":
                yield code.text(node)
            waiting += node.named_children if node.type == "binary_operator" else []
