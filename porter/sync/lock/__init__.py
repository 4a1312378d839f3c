"""`porter.lock` and the merge bases of a port."""
