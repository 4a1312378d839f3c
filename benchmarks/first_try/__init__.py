"""Parity of projects that nobody prepared: new project, sync, verify, nothing else."""
