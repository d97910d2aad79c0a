"""The turn being composed: what it does, what can follow, which pieces are in reach, the saved
draft."""
