"""The names of porter's own files and folders in a repository."""

from __future__ import annotations

#: What a repository says about its ports.
SETTINGS = "porter.toml"
#: What its ports were made of.
LOCK = "porter.lock"
#: Where porter keeps what it has to know of a folder that it wrote.
PORTER_FOLDER = ".porter"
#: What a folder that porter wrote holds; see `porter.port.record`.
PORT_MARK = ".porter/written.json"
#: What such a folder holds while it is being written.
JOURNAL = ".porter/journal"
#: What a folder that `porter sync` keeps holds; see `porter.sync.lock.bases`.
BASE_FOLDER = ".porter/base"
#: What `porter new arch` leaves in such a folder; see `porter.port.multiarch.added`.
ADDED_ARCHITECTURES = ".porter/architectures.json"
#: What a rename that can be taken back leaves in a folder; see `porter.packs.record`.
REVERSE_RECORD = ".porter/reverse.json"
#: What porter calls a file while it is being written; see `porter.files.write`.
TEMPORARY_SUFFIX = ".porter-tmp"
