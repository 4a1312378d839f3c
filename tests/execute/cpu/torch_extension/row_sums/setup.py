from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="row_sums",
    packages=["row_sums"],
    ext_modules=[
        CUDAExtension("row_sums._C", ["csrc/binding.cpp", "csrc/row_sums.cu"]),
    ],
    cmdclass={"build_ext": BuildExtension},
)
