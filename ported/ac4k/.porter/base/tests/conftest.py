"""Skips what needs a GPU where there is none, and its files where the kernels are not built."""

import importlib.util

import pytest
import torch

HAS_KERNELS = torch.cuda.is_available() and importlib.util.find_spec("ac4k_kernel") is not None
collect_ignore_glob = [] if HAS_KERNELS else ["test_[!s]*.py"]


@pytest.fixture
def generator() -> torch.Generator:
    return torch.Generator(device="cuda").manual_seed(20)
