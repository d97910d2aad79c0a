"""Template tags of the league."""
