"""Say what was found on this machine."""

from ck_tile.jit.compiler import hipcc, is_stand_in
from ck_tile.jit.gpu_archs import SUPPORTED, detected, gpu_archs
from ck_tile.jit.jobs import max_jobs
from ck_tile.jit.probe import lanes
from ck_tile.jit.settings import jit_dir

print(f"GPUs:          {', '.join(detected()) or 'none'}")
print(f"compile for:   {', '.join(f'{arch} ({SUPPORTED[arch]})' for arch in gpu_archs())}")
print(f"compiler:      {hipcc()}{' (runs on the host)' if is_stand_in() else ''}")
print(f"compilers:     {max_jobs()} at a time")
print(f"cache:         {jit_dir()}")
print(f"a kernel ran:  waves of {lanes()} lanes")
