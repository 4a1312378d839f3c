"""What efficient_kernels computes: products of matrices and their gradients, by algorithm."""

from types import SimpleNamespace

from porter.verify.extension import Generator, Output, parametrize

MODULE = "efficient_kernels"

reference = SimpleNamespace(gemm=lambda a, b, algorithm: a @ b)

# Around the tiles: 8 by 32 (basic), 64 and 128 (tiled, tensor cores), and their slices of depth.
SHAPES = ((1, 1, 1), (33, 17, 31), (64, 64, 64), (65, 40, 130), (128, 9, 127))


@parametrize("algorithm, dtype", [
    ("basic", "float32"), ("basic", "float64"), ("basic", "float16"),
    ("tiled", "float32"), ("tiled", "float64"), ("tiled", "bfloat16"),
    ("tensor_cores", "float16"), ("tensor_cores", "bfloat16"),
])  # fmt: skip
@parametrize("shape", SHAPES)
def case_product(module, generator: Generator, algorithm, dtype, shape):
    """A product and the two products that are its gradients; one operand is transposed."""
    rows, inner, columns = shape
    a = generator.normal(rows, inner, dtype=dtype, grad="da", terms=columns)
    b = generator.normal(columns, inner, dtype=dtype, grad="db", terms=rows)
    return {"c": Output(module.gemm(a, b.t(), algorithm), terms=inner)}
