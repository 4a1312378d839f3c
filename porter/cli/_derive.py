"""`porter rules derive` and `audit`: write and prove the tables from installed headers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.exit_status import end

if TYPE_CHECKING:
    from porter.derive.audit import Audit
    from porter.derive.headersets import HeaderSet


@click.command()
@click.option(
    "--cuda", multiple=True, required=True, metavar="[VERSION=]DIR", help="CUDA's include folder."
)
@click.option(
    "--rocm", multiple=True, required=True, metavar="[VERSION=]DIR", help="ROCm's include folder."
)
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive(
    cuda: tuple[str, ...], rocm: tuple[str, ...], resources: Path | None, out: Path | None
) -> None:
    """Derive the tables from the headers of one or more CUDAs and ROCms.

    Several versions of each make it known since when, and until when, a name is there. A folder
    may hold one component only; the next newer ones then supply what it includes.
    """
    from porter.derive.clang_headers import installed_headers
    from porter.derive.derivation import derive as run
    from porter.derive.derivation import write
    from porter.derive.headersets import cuda_set, rocm_sets
    from porter.derive.irregular import load_irregular
    from porter.derive.roc import derive_roc, write_roc
    from porter.tables.names import ROC_FOLDER, rules_folder

    def say(line: str) -> None:
        click.echo(line, err=True)

    rules = rules_folder()
    irregular = load_irregular(rules / "cuda-hip" / "irregular.toml")
    sets, headers = rocm_sets(rocm), installed_headers(resources)
    derived = run([cuda_set(argument) for argument in cuda], sets, irregular, headers, say)
    roc = derive_roc(
        derived.cuda,
        derived.pairs,
        sets,
        irregular,
        load_irregular(rules / ROC_FOLDER / "irregular.toml"),
        headers,
        say,
        derived.kept_by_hip,
    )
    write(derived, out or rules)
    write_roc(roc, out or rules)
    click.echo(f"{len(derived.pairs)} names mapped, {len(derived.lacking)} not in HIP")
    click.echo(f"ROCm's own libraries: {len(roc.pairs)} mapped, {len(roc.lacking)} not there")


@click.command("derive-marks")
@click.option("--cuda", multiple=True, required=True, metavar="[VERSION=]DIR")
@click.option("--rocm", multiple=True, metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_marks(
    cuda: tuple[str, ...], rocm: tuple[str, ...], resources: Path | None, out: Path | None
) -> None:
    """Derive the tables of include guards and versions, which tell that a header was read."""
    from porter.derive.clang_headers import installed_headers
    from porter.derive.headersets import cuda_set, rocm_sets
    from porter.derive.marks import derive_marks as run
    from porter.derive.marks import write_marks
    from porter.tables.names import ROC, ROC_FOLDER, load, rules_folder

    cuda_headers = [cuda_set(argument) for argument in cuda]
    rocm_headers = rocm_sets(rocm) if rocm else [_installed_rocm()]
    compiler = installed_headers(resources)
    hip, roc = load("hip"), load("hip", roc=frozenset(ROC))
    mapped = {name.decode() for name in hip.names} | {"CUDA_VERSION", "CUDART_VERSION"}
    own = [row for row in roc.headers.values() if row.library in ROC.values()]
    for folder, rows in (("cuda-hip", list(hip.headers.values())), (ROC_FOLDER, own)):
        found = run(rows, mapped, cuda_headers, rocm_headers, compiler)
        if folder == ROC_FOLDER:
            found = [row for row in found if row[1]]
        write_marks((out or rules_folder()) / folder / "marks.tsv", found)
        click.echo(f"{folder}: {len(found)} marks, {sum(bool(row[1]) for row in found)} with HIP's")


@click.command("derive-defaults")
@click.option("--cuda", metavar="[VERSION=]DIR", help="CUDA's include folder.")
@click.option("--rocm", metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_defaults(
    cuda: str | None, rocm: str | None, resources: Path | None, out: Path | None
) -> None:
    """Derive the table of arguments that have a default in CUDA and none in HIP."""
    from porter.derive.clang_headers import installed_headers
    from porter.derive.defaults import derive_defaults as run
    from porter.derive.defaults import write_defaults
    from porter.derive.headersets import cuda_set, read_cuda, read_rocm, rocm_sets
    from porter.tables.names import load, rules_folder

    compiler = installed_headers(resources)
    cuda_headers = cuda_set(cuda) if cuda else _installed_cuda()[-1]
    rocm_headers = rocm_sets([rocm])[-1] if rocm else _installed_rocm()
    found = run(
        read_cuda(cuda_headers, compiler), read_rocm(rocm_headers, compiler), load("hip").names
    )
    write_defaults((out or rules_folder()) / "cuda-hip" / "defaults.toml", found)
    click.echo(f"cuda-hip: {len(found)} functions lack default arguments")


@click.command("derive-members")
@click.option("--rocm", multiple=True, metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_members(rocm: tuple[str, ...], resources: Path | None, out: Path | None) -> None:
    """Derive the table of the members that HIP's structures have in each version of ROCm."""
    from porter.derive.clang_headers import installed_headers
    from porter.derive.headersets import read_rocm, rocm_sets
    from porter.derive.members import derive_members as run
    from porter.derive.members import write_members
    from porter.tables.names import load, rules_folder

    compiler = installed_headers(resources)
    sets = rocm_sets(rocm) if rocm else [_installed_rocm()]
    found = run([(one.version, read_rocm(one, compiler)) for one in sets], load("hip").names)
    write_members((out or rules_folder()) / "cuda-hip" / "members.toml", found)
    for version, structures in found.items():
        click.echo(f"cuda-hip: {len(structures)} structures of ROCm {version}")


@click.command("derive-enumerations")
@click.option("--cuda", metavar="[VERSION=]DIR", help="CUDA's include folder.")
@click.option("--rocm", metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_enumerations(
    cuda: str | None, rocm: str | None, resources: Path | None, out: Path | None
) -> None:
    """Derive the tables of enumerations with other values in HIP, and of what takes them."""
    from porter.derive.binary_arguments import derive_binary_arguments, write_binary_arguments
    from porter.derive.clang_headers import installed_headers
    from porter.derive.enumerations import derive_enumerations as run
    from porter.derive.enumerations import write_enumerations
    from porter.derive.headersets import cuda_set, read_cuda, read_rocm, rocm_sets
    from porter.tables.names import load, rules_folder

    compiler, names = installed_headers(resources), load("hip").names
    ours = read_cuda(cuda_set(cuda) if cuda else _installed_cuda()[-1], compiler)
    theirs = read_rocm(rocm_sets([rocm])[-1] if rocm else _installed_rocm(), compiler)
    folder = (out or rules_folder()) / "cuda-hip"
    found = run(ours, names)
    write_enumerations(folder / "enumerations.toml", found)
    taken = derive_binary_arguments(ours, theirs, names, found)
    write_binary_arguments(folder / "binary_arguments.toml", taken)
    click.echo(f"cuda-hip: {len(found)} enumerations have other values")
    click.echo(f"cuda-hip: {len(set().union(*taken.values()))} functions take what is otherwise")


@click.command("derive-transitive")
@click.option(
    "--cuda", multiple=True, required=True, metavar="[VERSION=]DIR", help="CUDA's include folder."
)
@click.option("--rocm", multiple=True, metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_transitive(
    cuda: tuple[str, ...], rocm: tuple[str, ...], resources: Path | None, out: Path | None
) -> None:
    """Derive the table of headers that others bring along with CUDA and not with ROCm."""
    from porter.derive.clang_headers import installed_headers
    from porter.derive.headersets import cuda_set, rocm_sets
    from porter.derive.transitive import derive_transitive as run
    from porter.derive.transitive import write_transitive
    from porter.tables.names import rules_folder

    rocm_headers = rocm_sets(rocm) if rocm else [_installed_rocm()]
    found = run([cuda_set(one) for one in cuda], rocm_headers, installed_headers(resources))
    write_transitive((out or rules_folder()) / "cuda-hip" / "transitive.toml", found)
    click.echo(f"{len(found)} headers")


@click.command("derive-torch")
@click.option("--cuda", required=True, metavar="DIR", help="CUDA's include folder, libraries too.")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; default: rules/.")
def derive_torch(cuda: str, resources: Path | None, out: Path | None) -> None:
    """Derive the tables of PyTorch's C++ headers and names from the installed PyTorch."""
    from porter.derive.clang_headers import installed_headers
    from porter.derive.torch_tables import TorchBuilds, header_rows, name_rows, write_torch
    from porter.errors import PorterError
    from porter.tables.names import rules_folder
    from porter.toolchain.torch_headers import torch_headers

    headers = torch_headers()
    if not headers.derived:
        raise PorterError(
            "this PyTorch is a ROCm build and carries no CUDA headers to start from",
            hint="install a CPU or CUDA build of PyTorch",
        )
    builds = TorchBuilds(
        headers.version.partition("+")[0],
        headers.include_dirs[1],
        headers.include_dirs[0],
        headers.defines,
        headers.std,
    )
    found = header_rows(builds)
    names = name_rows(builds, Path(cuda), _installed_rocm(), installed_headers(resources))
    write_torch(out or rules_folder(), found, names, builds)
    click.echo(f"torch {builds.version}: {len(found)} headers, {len(names)} names")


@click.command()
@click.option("--cuda", multiple=True, metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--rocm", metavar="[VERSION=]DIR", help="default: what is installed")
@click.option("--resources", type=click.Path(path_type=Path), help="clang's resource folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def audit(cuda: tuple[str, ...], rocm: str | None, resources: Path | None, as_json: bool) -> None:
    """Prove every row again against the headers at hand; exit status 1 when one does not hold."""
    from dataclasses import asdict

    from porter.derive.audit import audit as run
    from porter.derive.clang_headers import installed_headers
    from porter.derive.header_cache import cache_folder
    from porter.derive.headersets import cuda_set, rocm_sets
    from porter.derive.irregular import load_irregular
    from porter.tables.names import ROC, load, rules_folder

    rocm_headers = rocm_sets([rocm])[0] if rocm else _installed_rocm()
    cuda_headers = [cuda_set(argument) for argument in cuda] or _installed_cuda()
    irregular = load_irregular(rules_folder() / "cuda-hip" / "irregular.toml")
    headers = installed_headers(resources)
    results = {
        name: run(
            tables,
            rocm_headers,
            cuda_headers,
            irregular,
            headers,
            lambda line: click.echo(line, err=True),
            cache_folder(),
            roc=roc,
        )
        for name, tables, roc in (
            ("tables", load("hip"), False),
            ("ROCm's own libraries", load("hip", roc=frozenset(ROC)), True),
        )
    }
    if as_json:
        click.echo(json.dumps({name: asdict(one) for name, one in results.items()}, indent=2))
    else:
        for name, result in results.items():
            _print_audit(name, result)
    end(failed=any(result.failures for result in results.values()))


def _print_audit(name: str, result: Audit) -> None:
    for cuda, message in result.failures:
        click.echo(f"{cuda}: {message}")
    cuda_said = ", ".join(result.cuda) or "none"
    click.echo(
        f"{name}, ROCm {result.rocm}, CUDA {cuda_said}: {result.compiled} rows hold by compiling or"
        f" comparing, {result.declared} by declaration; {result.newer} are for another ROCm,"
        f" {result.absent} for components not installed; {len(result.failures)} do not hold"
    )


def _installed_rocm() -> HeaderSet:
    from porter.derive.headersets import HeaderSet
    from porter.toolchain.discovery import find

    toolchain = find()
    version = ".".join(toolchain.rocm_version.split(".")[:2])
    return HeaderSet(version, toolchain.rocm_path / "include")


def _installed_cuda() -> list[HeaderSet]:
    from porter.derive.headersets import cuda_set
    from porter.toolchain.cuda import cuda_headers
    from porter.toolchain.home import Prefix, porter_home

    return [cuda_set(str(root / "include")) for root in cuda_headers(Prefix(porter_home()))]
