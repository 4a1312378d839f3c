"""The words that begin inline assembly: files without them need none of `porter.ptx`."""

KEYWORDS = (b"asm", b"__asm__", b"__asm")
