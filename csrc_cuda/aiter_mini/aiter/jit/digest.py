"""What a module is made of, as a name for what was built."""

import hashlib
from pathlib import Path

from . import torch_module
from .blobs import files_behind
from .compiler import BuildArgs, hipcc


def digest(args: BuildArgs, archs: tuple[str, ...]) -> str:
    """A digest of all that a module is made of."""
    torch = () if args.torch_exclude else (*torch_module.flags(""), *torch_module.libraries())
    total = hashlib.sha256(repr((args, archs, hipcc(), torch)).encode())
    for folder in map(Path, args.extra_include):
        if (folder / "ck/ck.hpp").is_file():  # thousands of headers, which change all at once
            total.update(str((folder / "ck/ck.hpp").stat().st_mtime_ns).encode())
            continue
        for header in sorted(folder.rglob("*.h*")):
            total.update(header.read_bytes())
    for path in (*map(Path, args.srcs), *files_behind(args.blob_gen_cmd)):
        total.update(path.read_bytes())
    for src in args.srcs:  # what lies beside a source may be included by it
        for header in sorted(Path(src).parent.glob("*.cuh")):
            total.update(header.read_bytes())
    return total.hexdigest()[:16]
