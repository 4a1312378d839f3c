"""Programs that are watched while they run: what is looked for, and what is found."""
