"""What the views of a game share: access, the page of a game, submissions and tryouts."""
