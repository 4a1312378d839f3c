"""The transaction log of a sync: staged whole, then applied or rolled back."""
