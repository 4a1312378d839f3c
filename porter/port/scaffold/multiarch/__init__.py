"""Packages whose kernels have a folder for each architecture, one of which an installation builds."""
