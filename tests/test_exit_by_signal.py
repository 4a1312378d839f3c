"""A signal ends porter by an exception, and never where Python would print and forget it."""

from __future__ import annotations

import signal
import subprocess
import sys

#: A weak reference's callback named as that of Python's import locks, with a signal in it.
IN_A_CALLBACK = """
import signal, weakref
from porter.exit_status import ended_by_signal
signal.signal(signal.SIGINT, ended_by_signal)
class Lock: pass
space = {"signal": signal}
source = "def cb(reference):\\n    signal.raise_signal(signal.SIGINT)\\n    return None\\n"
exec(compile(source, "<frozen importlib._bootstrap>", "exec"), space)
lock = Lock()
reference = weakref.ref(lock, space["cb"])
del lock
while True:
    signal.pause()
"""


def test_a_signal_in_a_callback_of_an_import_ends_the_process() -> None:
    command = [sys.executable, "-c", IN_A_CALLBACK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")
