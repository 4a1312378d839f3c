"""Instructions of the support headers' functions beside what a person would write."""
