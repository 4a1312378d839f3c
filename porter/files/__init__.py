"""Files on disk, whoever they belong to: written whole, and where they are meant to be."""
