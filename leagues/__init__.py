"""Tables of finished games, and ratings."""
