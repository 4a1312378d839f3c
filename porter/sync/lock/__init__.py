"""`porter.lock` and the bases: what a port was made of."""
