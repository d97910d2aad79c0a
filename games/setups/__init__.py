"""Set-ups that players save for other games."""
