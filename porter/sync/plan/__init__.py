"""What a sync is going to do, decided from three versions of each file."""
