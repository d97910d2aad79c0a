"""What players agree on beside their turns: more time for one of them, and pauses."""
