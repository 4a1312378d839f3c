"""The process: the console script `porter`, and `python -m porter`.

`python -m` looks for modules in the current folder first, for some even before any line of this
file is run: in a stranger's tree the console script is the way, or `python -P -m porter`.
"""

import sys

_OWN = f"{sys.path[0]}/porter/__main__.py"
if __name__ == "__main__" and not sys.flags.safe_path and __file__ != _OWN:
    del sys.path[0]  # the current folder, which is no checkout of porter's


def run() -> None:
    """Run the command line and end the process.

    Python takes every object apart before it ends, which is a tenth of a short run; the operating
    system frees them all at once. Whatever asked to be called at the end is called.
    """
    import gc
    import signal

    from porter.exit_status import Exit, ended_by_signal

    signal.signal(signal.SIGINT, ended_by_signal)
    # By default Python looks for cycles every 700 new objects, a tenth of the time of a short run.
    gc.set_threshold(200_000, 20, 100)
    try:
        from porter.processes import standard_streams

        standard_streams.make_usable()
        from porter.replay.asked import Asked
        from porter.replay.shortcut import say_again

        asked = Asked.of(sys.argv[1:])
        status = None if asked is None else say_again(asked)
        if status is None:
            from porter.cli import main

            main(asked)
        _end(status or Exit.DONE)
    except SystemExit as ended:
        _end(ended.code if isinstance(ended.code, int) else Exit.DONE)


def _end(status: int) -> None:
    import atexit
    import os
    import signal
    import threading

    from porter.processes.standard_streams import flush

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if threading.active_count() > 1:
        sys.exit(flush(status))
    atexit._run_exitfuncs()
    os._exit(flush(status))


if __name__ == "__main__":
    run()
