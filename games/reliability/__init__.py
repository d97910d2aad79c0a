"""How reliable people are: what is kept of it, its figures, what tables ask, and all in words."""
