"""Programs under gdb, with words for what a GPU has and a host has not."""
