"""Say what was found on this machine."""

from aiter.jit.compiler import hipcc, is_stand_in
from aiter.jit.gpu_archs import SUPPORTED, detected, gpu_archs
from aiter.jit.jobs import max_jobs
from aiter.jit.probe import lanes
from aiter.jit.settings import jit_dir

print(f"GPUs:          {', '.join(detected()) or 'none'}")
print(f"compile for:   {', '.join(f'{arch} ({SUPPORTED[arch]})' for arch in gpu_archs())}")
print(f"compiler:      {hipcc()}{' (runs on the host)' if is_stand_in() else ''}")
print(f"compilers:     {max_jobs()} at a time")
print(f"cache:         {jit_dir()}")
print(f"a kernel ran:  waves of {lanes()} lanes")
