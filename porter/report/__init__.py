"""What a run did, told to a person or a machine."""
