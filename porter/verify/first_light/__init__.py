"""The first day with an AMD GPU: everything that the cpu executor ran runs there, beside it."""
