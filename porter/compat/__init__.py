"""Headers that a port includes where HIP lacks something; each says what it supplies."""
