"""What a person was told, and what became of each letter and notice."""
