"""What programs of players may do: the same as their pages, by the same functions, as JSON."""
