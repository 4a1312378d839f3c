"""What a run did, told to a person or a machine."""

from porter.report.terminal import show

__all__ = ["show"]
