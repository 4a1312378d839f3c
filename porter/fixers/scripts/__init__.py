"""Rules for command lines: scripts, Dockerfiles, workflows, README files."""
