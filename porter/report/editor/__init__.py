"""What editors show of a text: findings, fixes and what becomes of a name."""
