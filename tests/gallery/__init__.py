"""A small site where every page and every letter can be seen, and the list of them."""
