"""Reports of what was said or named, what the staff makes of them, and appeals."""
