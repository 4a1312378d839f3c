"""PyTorch extensions on the cpu executor: CPU memory stands in for the GPU's."""

from porter.execute.cpu.torch_extension.build import Extension, build_extensions

__all__ = ["Extension", "build_extensions"]
