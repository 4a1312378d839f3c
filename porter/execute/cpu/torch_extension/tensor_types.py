"""`torch.cuda.FloatTensor` and its kin, by which older code makes tensors and names types."""

from __future__ import annotations

from typing import Any

_DTYPES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16",
    "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32", "Long": "int64",
    "Bool": "bool",
}  # fmt: skip


def emulate_tensor_types(torch: Any) -> None:
    """Have the types of tensors on the device make tensors, as a PyTorch for GPUs does.

    Args:
        torch: PyTorch, imported, with the device emulated.
    """
    for prefix, dtype in _DTYPES.items():
        name = f"{prefix}Tensor"
        original = getattr(torch.cuda, name)
        setattr(torch.cuda, name, _type_of(torch, original, getattr(torch, dtype), name))
    given = torch.set_default_tensor_type

    def set_default_tensor_type(kind: Any) -> None:
        name = kind if isinstance(kind, str) else f"{kind.__module__}.{kind.__name__}"
        name = name.rpartition(".torch.")[2] or name
        if "cuda." not in name:
            given(kind)
            return
        prefix = name.rpartition(".")[2].removesuffix("Tensor")
        torch.set_default_dtype(getattr(torch, _DTYPES[prefix]))
        torch.set_default_device("cuda")

    torch.set_default_tensor_type = set_default_tensor_type


def _type_of(torch: Any, original: Any, dtype: Any, name: str) -> type:
    """Return the type of a name; PyTorch reads it of the type where a tensor is converted."""

    class Meta(type):
        def __call__(cls, *given: Any, device: object = None) -> Any:
            if all(isinstance(one, int) for one in given):
                return torch.empty(given or (0,), dtype=dtype, device="cuda")
            (value,) = given
            if isinstance(value, torch.Size):
                return torch.empty(value, dtype=dtype, device="cuda")
            if isinstance(value, torch.Tensor):
                return value.to("cuda", dtype)
            return torch.tensor(value, dtype=dtype, device="cuda")

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, original)

    return Meta(f"torch.cuda.{name}", (), {"dtype": dtype, "is_cuda": True, "__module__": "torch"})
