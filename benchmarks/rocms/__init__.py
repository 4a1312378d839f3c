"""The development corpus against the headers of several ROCms."""
