"""A public game, shown elsewhere: embedded, as pictures, as previews of links, as an animation."""
