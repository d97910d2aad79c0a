"""All letters of games: who writes them, what they say, their pictures."""
