"""What players agree on beside their turns: more time for the one who is asked."""
