"""What players agree on beside their turns: more time, pauses, take-backs and nudges."""
