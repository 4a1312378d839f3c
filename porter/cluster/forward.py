"""Stands in front of a compiler: has a machine of a cluster run the command, by way of porter.

Run as a file by a bare Python, once for each compiler: it imports nothing of porter's.
"""

from __future__ import annotations

import json
import os
import socket
import sys

#: The variable that says where `porter.cluster.service` listens.
SOCKET = "PORTER_CLUSTER_SOCKET"


def main() -> int:
    """Send the command, print what it printed, and return its exit status."""
    request = json.dumps({"words": sys.argv[1:], "folder": os.getcwd()})
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ[SOCKET])
        connection.sendall(request.encode() + b"\n")
        with connection.makefile("rb") as answer:
            ended = json.loads(answer.readline())
    sys.stderr.write(ended["output"])
    return int(ended["status"])


if __name__ == "__main__":
    sys.exit(main())
