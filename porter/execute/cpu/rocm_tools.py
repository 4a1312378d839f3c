"""ROCm's programs that tell a build about the installation and its GPUs, for the executor.

Sources: `hipconfig --help`, `rocm_agent_enumerator` and `rocminfo` of ROCm 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator

#: It writes no line's end, as HIP's does, unless it is asked for one.
_HIPCONFIG = """\
#!/bin/sh
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
version={version}
defines="-D__HIP_PLATFORM_HCC__= -D__HIP_PLATFORM_AMD__= -I$root/include"
[ $# -gt 0 ] || set -- --full
for word do
  case $word in
    -v | --version) printf %s "$version" ;;
    -p | --path | -R | --rocmpath) printf %s "$root" ;;
    -l | --hipclangpath) printf %s "$root/llvm/bin" ;;
    -C | --cpp_config | --cxx_config) printf ' %s' "$defines" ;;
    -P | --platform) printf amd ;;
    -c | --compiler) printf clang ;;
    -r | --runtime) printf rocclr ;;
    -n | --newline) echo ;;
    -f | --full)
      echo "HIP version: $version"
      echo "HIP_PATH: $root"
      echo "ROCM_PATH: $root"
      echo "HIP_COMPILER: clang"
      echo "HIP_PLATFORM: amd"
      echo "HIP_RUNTIME: rocclr"
      echo "CPP_CONFIG: $defines" ;;
    *) echo "hipconfig of porter's cpu executor does not know $word" >&2; exit 1 ;;
  esac
done
"""
_ENUMERATOR = """\
#!/bin/sh
echo "${{PORTER_CPU_ARCH:-{arch}}}"
"""
_ROCMINFO = """\
#!/bin/sh
arch=${{PORTER_CPU_ARCH:-{arch}}}
case $arch in gfx9*) wave='64(0x40)' ;; *) wave='32(0x20)' ;; esac
echo "*******
Agent 1
*******
  Name:                    $arch
  Marketing Name:          porter's cpu executor
  Vendor Name:             AMD
  Device Type:             GPU
  Wavefront Size:          $wave
*** Done ***"
"""
_PROGRAMS = {
    "bin/hipconfig": _HIPCONFIG,
    "bin/rocm_agent_enumerator": _ENUMERATOR,
    "bin/amdgpu-arch": _ENUMERATOR,
    "llvm/bin/amdgpu-arch": _ENUMERATOR,
    "bin/rocminfo": _ROCMINFO,
}


def rocm_tools(version: str, arch: str) -> Iterator[tuple[str, str]]:
    """Yield the path of each program in ROCm's folder, and the shell script that it is.

    Args:
        version: HIP's, such as "6.4.43484".
        arch: the processor where `PORTER_CPU_ARCH` names none, such as "gfx942".
    """
    for path, text in _PROGRAMS.items():
        yield path, text.format(version=version, arch=arch)
