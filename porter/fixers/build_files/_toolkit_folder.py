"""Where CUDA lies: the variables that are called for its folder, and the folder by its path."""

from __future__ import annotations

import re

NAMES = rb"CUDA_(?:HOME|PATH|ROOT|DIR|ROOT_DIR|INSTALL_PATH|INSTALL_DIR|TOOLKIT_PATH|TOOLKIT|BASE)"
#: What variables for it are called.
IS_FOLDER_NAME = re.compile(NAMES)
#: Where NVIDIA and distributions install CUDA, and any folder that is called for a release of it.
PATH = (
    rb"/(?:usr/local/cuda(?:-\d++(?:\.\d++)*+)?+|opt/cuda|usr/lib/cuda|usr/lib/nvidia-cuda-toolkit"
    rb"|opt/nvidia/hpc_sdk/[\w-]++/[\d.]++/cuda(?:/\d++(?:\.\d++)*+)?+"
    rb"|(?:[\w.+-]{1,255}+/){0,32}?(?i:cuda)-\d++\.\d++(?:\.\d++)*+)"
)
WHOLE = re.compile(PATH + rb"/?")
#: Its folder of libraries, which ROCm has as `lib`.
LIBRARIES = rb"(?P<targets>/targets/[\w-]++)?(?P<lib>/lib(?:64)?(?:/stubs)?(?![\w-]))?"
#: The folder as it is written in a word: behind `-I`, or where a path may begin.
WRITTEN = rb"(?:(?<=-[ILB])|(?<=-isystem)|(?<![\w.}/)~+-]))(?P<path>%b)(?![\w.-])" % PATH
#: What lies in CUDA's folder and has nothing in ROCm's place.
NVIDIAS_ALONE = re.compile(rb"/+(?:samples|extras|nvvm|nsight|compute-sanitizer)\b")
