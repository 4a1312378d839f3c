"""`@compile_ops`: a Python declaration, and behind it a module that is built when it is called."""

import ctypes
import functools
import inspect
import json
import shlex
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from . import prebuilt, settings, torch_module
from .blobs import PLACE
from .compiler import CkTileBuildError, BuildArgs, compile_module, is_stand_in
from .composable_kernel import NoComposableKernel, ck_dir
from .digest import digest
from .gpu_archs import gpu_archs
from .host_memory import lent
from .lock import build_lock
from .settings import logger

__all__ = ["CkTileBuildError", "compile_ops", "get_args_of_build", "get_module", "rebuilded_list"]

#: Built modules that this process has built anew (CK_TILE_REBUILD), by name and digest.
rebuilded_list: list[str] = []
_loaded: dict[str, ctypes.CDLL | ModuleType] = {}
#: The same by what was asked for, so that a call need not look at sources.
_asked: dict[tuple[object, ...], ctypes.CDLL | ModuleType] = {}
#: Settings of an entry that are no lists of texts.
_FLAGS = ("torch_exclude",)
_TYPES = {int: ctypes.c_int64, float: ctypes.c_float, bool: ctypes.c_bool, str: ctypes.c_char_p}


def get_args_of_build(
    md_name: str,
    custom: dict[str, list[str]] | None = None,
    instead: Mapping[str, Any] | None = None,
) -> BuildArgs:
    """How to build a module; `custom` adds to what the configuration says, `instead` replaces it.

    Raises:
        CkTileBuildError: the configuration has no such module, or an entry that is not known.
    """
    config = json.loads(settings.CK_TILE_CONFIG.read_text("utf-8"))
    if md_name not in config:
        raise CkTileBuildError(f"{settings.CK_TILE_CONFIG} has no module {md_name}")
    said = {**config[md_name], **(instead or {})}
    entry = {key: _filled_in(md_name, key, value) for key, value in said.items()}
    for key, value in (custom or {}).items():
        entry[key] = [*entry.get(key, []), *value]
    for key in ("flags_extra_cc", "flags_extra_hip"):
        entry[key] = [f"-DCK_TILE_FP4x2={int(settings.has_fp4x2())}", *entry.get(key, [])]
    try:
        return BuildArgs(**entry)
    except TypeError as error:
        raise CkTileBuildError(f"{settings.CK_TILE_CONFIG}: {md_name}: {error}") from error


def get_module(
    md_name: str,
    custom: dict[str, list[str]] | None = None,
    variant: Mapping[str, Any] | None = None,
) -> ctypes.CDLL | ModuleType:
    """Load a module; build it when it is not there, out of date, or CK_TILE_REBUILD asks for it.

    Sources are read once in a process: what changes while it runs is built by the next one.

    Args:
        md_name: an entry of optCompilerConfig.json.
        custom: what is added to the entry.
        variant: what takes the place of the entry's settings, and the variant's `md_name`.
    """
    settings.set_up_logging()
    archs = gpu_archs()
    how = (settings.has_fp4x2(), settings.must_rebuild())
    request = (md_name, repr(custom), repr(variant), archs, how)
    if request in _asked:
        return _asked[request]
    if custom is None and not settings.must_rebuild():
        path = None if md_name in _loaded else prebuilt.find(md_name, archs)
        if path is not None:  # it has the kernels of all variants
            _loaded[md_name] = _open(md_name, path, _is_plain(md_name))
        if md_name in _loaded:
            return _loaded[md_name]
    instead = dict(variant or {})
    built_as = instead.pop("md_name", md_name)
    args = get_args_of_build(md_name, custom, instead)
    md_name = built_as
    key = f"{md_name}-{digest(args, archs)}"
    anew = settings.must_rebuild() and key not in rebuilded_list
    if key in _loaded and not anew:
        _asked[request] = _loaded[key]
        return _loaded[key]
    folder = settings.jit_dir() / "-".join(archs)
    path = folder / f"{key}.so"
    if anew or not path.is_file():
        before = _stamp(path)
        with build_lock(folder / f"{md_name}.lock"):
            if not path.is_file() or (anew and _stamp(path) == before):
                _build(md_name, args, archs, path)
            if anew:
                rebuilded_list.append(key)
    _asked[request] = _loaded[key] = _open(md_name, path, args.torch_exclude)
    return _loaded[key]


def build_for_package(md_name: str) -> Path:
    """Build a module as it is, for GPU_ARCHS; return the file."""
    settings.set_up_logging()
    args, archs = get_args_of_build(md_name), gpu_archs()
    folder = settings.jit_dir() / "-".join(archs)
    path = folder / f"{md_name}-{digest(args, archs)}.so"
    with build_lock(folder / f"{md_name}.lock"):
        if not path.is_file():
            _build(md_name, args, archs, path)
    return path


def compile_ops(
    _md_name: str,
    fc_name: str | None = None,
    custom_build_args: dict[str, list[str]] | None = None,
    gen_fake: Callable[..., Any] | None = None,
    gen_func: Callable[..., Mapping[str, Any]] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a declaration its body: the function `fc_name` of a module that is built on first call.

    Python's modules take tensors and give what their functions return. Of a module with
    `torch_exclude`, functions are C's: tensors are passed as pointers, numbers as int64 and float,
    all by the declaration's order. A declaration that returns int gives what the function returns;
    for any other, what it returns is HIP's code, and 0 means that it went well.

    Args:
        _md_name: an entry of optCompilerConfig.json.
        fc_name: the module's function; by default called as the declaration.
        custom_build_args: what is added to the entry, such as {"flags_extra_hip": ["-DX"]}.
        gen_fake: what torch.compile takes for the function: it gets tensors without data and gives
            one of the result's shape and type, or the arguments that are written to.
        gen_func: which variant of the module a call needs: it gets the call's arguments and gives
            the variant's `md_name` and what stands in the place of the entry's settings, such as a
            `blob_gen_cmd` that writes the kernels of this call alone.

    Raises (when called):
        CkTileBuildError: the module does not build.
        TypeError: an argument is none of these, or a tensor is where the kernels cannot reach it.
        RuntimeError: the function failed; the message is HIP's.
    """

    def decorate(func: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(func)
        name = fc_name or func.__name__

        def call(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            variant = gen_func(**bound.arguments) if gen_func else None
            module = get_module(_md_name, custom_build_args, variant)
            if settings.log_more() >= 2:
                logger.debug("%s(%s)", name, ", ".join(map(_told, bound.arguments.values())))
            try:
                function = getattr(module, name)
            except AttributeError:
                raise CkTileBuildError(f"{_md_name} has no function {name}") from None
            if isinstance(module, ModuleType):
                values = list(bound.arguments.values())
                _check_places(name, values)
                with lent(module, values) if is_stand_in() else nullcontext():
                    return function(*values)
            result = function(*(_passed(name, one) for one in bound.arguments.values()))
            if signature.return_annotation is int:
                return result
            if result:
                raise RuntimeError(f"{name}: {_error_text(module, result)}")
            return None

        if gen_fake is None:
            return functools.wraps(func)(call)
        from .torch_library import register

        return functools.wraps(func)(register(func.__name__, func, call, gen_fake))

    return decorate


def _is_plain(md_name: str) -> bool:
    return bool(json.loads(settings.CK_TILE_CONFIG.read_text("utf-8"))[md_name].get("torch_exclude"))


def _open(md_name: str, path: Path, is_plain: bool) -> ctypes.CDLL | ModuleType:
    return ctypes.CDLL(str(path)) if is_plain else torch_module.load(md_name, path)


def _filled_in(md_name: str, key: str, value: Any) -> Any:
    """A setting of an entry, with paths in place of their names.

    Raises:
        CkTileBuildError: it names a place that there is not.
    """
    if key in _FLAGS:
        return bool(value)
    is_command = key == "blob_gen_cmd"
    places = {
        name: shlex.quote(str(place)) if is_command else str(place)
        for name, place in vars(settings).items()
        if name.startswith("CK_TILE_") and name.endswith("_DIR")
    }
    found = []
    for text in [value] if isinstance(value, str) else value:
        if "{CK_DIR}" in text and "CK_DIR" not in places:
            try:
                places["CK_DIR"] = shlex.quote(str(ck_dir())) if is_command else str(ck_dir())
            except NoComposableKernel as error:
                raise CkTileBuildError(f"{md_name}: {error}") from error
        try:
            found.append(text.format(PLACE, **places) if is_command else text.format(**places))
        except (KeyError, IndexError, ValueError) as error:
            raise CkTileBuildError(
                f"{settings.CK_TILE_CONFIG}: {md_name}: {key}: {text!r} names a place that is none "
                f"of {', '.join(sorted(places))}, CK_DIR ({error})"
            ) from error
    return found


def _build(md_name: str, args: BuildArgs, archs: tuple[str, ...], path: Path) -> None:
    """Build a module; the lock is held."""
    for stale in path.parent.glob(f"build-{md_name}-*"):
        shutil.rmtree(stale, ignore_errors=True)  # of a process that was killed
    start = time.perf_counter()
    logger.info("building %s for %s", md_name, ", ".join(archs))
    work = Path(tempfile.mkdtemp(prefix=f"build-{md_name}-", dir=path.parent))
    try:
        compile_module(md_name, args, archs, work, path)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    logger.info("built %s in %.1f s", md_name, time.perf_counter() - start)


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _check_places(name: str, values: Iterable[Any]) -> None:
    """Refuse tensors that lie where the kernels cannot reach them."""
    for one in values:
        if hasattr(one, "data_ptr") and one.is_cuda == is_stand_in():
            where = "the host" if is_stand_in() else "the GPU"
            raise TypeError(f"{name}: a tensor is on {one.device}, and modules run on {where}")


def _passed(name: str, value: Any) -> Any:
    if hasattr(value, "data_ptr"):
        if not value.is_contiguous():
            raise TypeError(f"{name}: a tensor is not contiguous")
        _check_places(name, [value])
        return ctypes.c_void_p(value.data_ptr())
    for kind, convert in _TYPES.items():
        if type(value) is kind:
            return convert(value.encode() if isinstance(value, str) else value)
    raise TypeError(f"{name}: {type(value).__name__} cannot be passed")


def _told(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}" if hasattr(value, "data_ptr") else repr(value)


def _error_text(module: ctypes.CDLL, code: int) -> str:
    module.ck_tile_error_text.restype = ctypes.c_char_p
    return f"{module.ck_tile_error_text(code).decode()} ({code})"
