"""Replies: games played by answering letters, one effect and one answer for each mail."""
