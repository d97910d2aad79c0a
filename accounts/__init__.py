"""People: sign-in, preferences, addresses."""
