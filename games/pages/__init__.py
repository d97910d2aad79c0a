"""What the views of a game share: who comes in, the page of a game, a turn handed in or tried."""
