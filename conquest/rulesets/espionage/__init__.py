"""Espionage, a game of hidden ranks after BrainKing, for two players."""
