"""The data of `rules/`, read and checked: one module per table."""
