"""What happened and how it stands, in words, numbers and pictures."""
