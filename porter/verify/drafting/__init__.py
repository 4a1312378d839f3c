"""Drafts a file of cases for an extension from what its code checks."""
