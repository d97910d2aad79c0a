"""Template tags of the training."""
