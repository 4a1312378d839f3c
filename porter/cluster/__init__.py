"""Work on several machines: a cluster of Dask runs porter's commands and compilers."""
