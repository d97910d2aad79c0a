"""What is learnt without a game: the rule book, examples, lessons, the sandbox."""
