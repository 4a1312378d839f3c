"""The element types of CUDA's built-in vectors, as their names begin."""

KINDS = tuple("char uchar short ushort int uint long ulong longlong ulonglong float double".split())
