"""What has happened, to be seen again: film frames, read marks, files."""
