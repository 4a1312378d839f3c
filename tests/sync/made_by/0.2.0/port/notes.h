// A file of the port alone.
