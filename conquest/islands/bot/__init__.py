"""House players: a guess at what is good, no part of the rules."""
