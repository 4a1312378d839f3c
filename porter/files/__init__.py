"""Files on disk, read and written safely."""
