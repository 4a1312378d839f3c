"""What failed in the build of a port, beside what the conversion had said of the place."""
