"""What players agree on beside their turns: more time, pauses and nudges."""
