"""Diaries: what players write for themselves, turn by turn, and may open once a game is over."""
