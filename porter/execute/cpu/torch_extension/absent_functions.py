"""Functions that an extension calls and the executor has not: they raise where they are called.

One of them in a place that is never reached would else keep all of an extension from running.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: With which words such a function raises; its name comes behind them.
WORDS = "not offered by the cpu executor: "
#: Tables and names of classes, and variables in namespaces: no functions.
_DATA = re.compile(r"_ZT[VIST]\w*+|_ZGV\w*+|_ZN\w*+(?<=E)")
_SYMBOL = re.compile(r"[A-Za-z_][\w.$]*")

_HEAD = """\
#include <cxxabi.h>

#include <stdexcept>
#include <string>

namespace {

[[noreturn]] void absent(const char *symbol) {
  int status = 0;
  const char *plain = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  throw std::runtime_error(std::string("%s") + (plain == nullptr ? symbol : plain));
}

}  // namespace
"""


#: An extension takes its own: what stands in for a PyTorch built for CUDA has functions of the same
#: names, for PyTorch's Python part, and comes first when names are looked up.
_HIDDEN = '__attribute__((visibility("hidden")))'
#: PyTorch's handle of the BLAS library: any that the library makes does.
_HANDLE = re.compile(r"_ZN2at4cuda24getCurrentCUDABlasHandleE\w")
_MAKES_HANDLE = """
extern "C" int {create}(void **);
extern "C" {hidden} void *{function}() __asm__("{symbol}");
void *{function}() {{
  static void *handle = nullptr;
  if (handle == nullptr && {create}(&handle) != 0) throw std::runtime_error("no BLAS handle");
  return handle;
}}
"""


def source_of(symbols: Iterable[str], *, is_cuda: bool) -> str | None:
    """Return C++ that defines functions which raise; None where one of them cannot be defined so.

    Args:
        symbols: as a linker knows them.
        is_cuda: the extension is CUDA's side, and not the port.
    """
    named = list(symbols)
    if any(_DATA.fullmatch(one) or not _SYMBOL.fullmatch(one) for one in named):
        return None
    lines = [_HEAD % WORDS]
    for index, symbol in enumerate(named):
        function = f"porter_absent_{index}"
        if _HANDLE.fullmatch(symbol):
            create = "cublasCreate_v2" if is_cuda else "hipblasCreate"
            lines.append(
                _MAKES_HANDLE.format(
                    create=create, function=function, symbol=symbol, hidden=_HIDDEN
                )
            )
            continue
        lines.append(f'extern "C" {_HIDDEN} void {function}() __asm__("{symbol}");')
        lines.append(f'void {function}() {{ absent("{symbol}"); }}')
    return "\n".join(lines) + "\n"
