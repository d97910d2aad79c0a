"""Bots for the games of the family: estimates of what is good, no part of the rules."""
