"""Words at the table: what people say to each other before, during and after a game."""
