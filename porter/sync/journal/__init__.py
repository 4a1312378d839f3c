"""A sync written as one step: staged whole, put in place, or taken back."""
