"""All letters of games: who writes them, what they say, and their pictures."""
