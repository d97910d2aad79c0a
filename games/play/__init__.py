"""What happens in a game: the event table, turns, decisions, deadlines, the lobby, bots."""
