"""Inline PTX: `asm` statements, parsed and, where a table covers them, translated to C++."""
