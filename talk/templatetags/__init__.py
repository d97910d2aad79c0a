"""Template tags of words at the table."""
