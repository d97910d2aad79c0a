"""How chance and secrets are committed to, and the proof of each game that is over."""
