"""Hooks: programs are told of what happens to their person, instead of asking again and again."""
