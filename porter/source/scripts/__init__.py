"""Texts that hold command lines: scripts, Dockerfiles, workflows, README files."""
