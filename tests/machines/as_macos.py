"""Makes a Python process take this machine for a Mac, as far as that goes without one.

A copy called `sitecustomize.py` goes into a folder of PYTHONPATH: Python imports it at its start.
What Python has on Linux alone is gone, and the machine's name is another. libclang stays Linux's:
its bindings choose a file by the name of the system.
"""

import os
import platform
import select
import signal
import sys
import types

_ABSENT = {
    os: """
        sched_getaffinity sched_setaffinity sched_getscheduler pidfd_open memfd_create
        posix_fallocate posix_fadvise copy_file_range eventfd splice getrandom fdatasync setresuid
        setresgid listxattr getxattr setxattr removexattr unshare setns O_TMPFILE O_PATH O_DIRECT
    """,
    signal: "pidfd_send_signal sigwaitinfo sigtimedwait SIGPWR SIGPOLL SIGRTMIN SIGRTMAX",
    select: "epoll EPOLLIN",
}
_BINDINGS = "clang.cindex"


def _system() -> str:
    is_for_libclang = sys._getframe(1).f_globals.get("__name__") == _BINDINGS
    return "Linux" if is_for_libclang else "Darwin"


for _module, _names in _ABSENT.items():
    for _name in _names.split():
        if hasattr(_module, _name):
            delattr(_module, _name)
_proxies = types.ModuleType("_scproxy")  # of Apple's settings, which urllib imports
_proxies._get_proxies = _proxies._get_proxy_settings = dict  # type: ignore[attr-defined]
sys.modules["_scproxy"] = _proxies
sys.platform = "darwin"
platform.system = _system
platform.machine = lambda: "arm64"
