"""The units of a port, as its own build files name them."""
