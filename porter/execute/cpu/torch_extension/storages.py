"""`torch.UntypedStorage(…, device="cuda")`, of which typed storages are made: host memory."""

from __future__ import annotations

from typing import Any


def emulate_storages(torch: Any) -> None:
    """Have storages on the device made, as a PyTorch for GPUs does.

    A PyTorch for CPUs makes storages on no other device, but those of its tensors; so each is a
    tensor's.

    Args:
        torch: PyTorch, imported, with the device emulated.
    """
    storage = torch.UntypedStorage

    def new(cls: type, *given: Any, device: object = None, **named: Any) -> Any:
        if device is None or torch.device(device).type != "cuda":
            place = {} if device is None else {"device": device}
            return torch._C.StorageBase.__new__(cls, *given, **place, **named)
        content = given[0] if given else named.get("size", 0)
        if isinstance(content, int):
            made = torch.empty(content, dtype=torch.uint8, device="cuda")
        else:
            made = torch.tensor(list(content), dtype=torch.uint8, device="cuda")
        return made.untyped_storage()

    storage.__new__ = staticmethod(new)
