"""Template tags of seasons and cups."""
