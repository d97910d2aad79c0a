"""The judgement of the family: which orders are legal, and how they change the game."""
