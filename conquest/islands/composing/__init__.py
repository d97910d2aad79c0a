"""Compose a turn: the legal choices, the routes to a field, and why a choice is not legal."""
