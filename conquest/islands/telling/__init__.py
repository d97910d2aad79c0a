"""Describe events and positions in words, numbers and pictures."""
