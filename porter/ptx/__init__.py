"""Inline PTX: `asm` statements read, their text parsed and, where a table knows how, put in C++."""
