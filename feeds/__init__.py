"""What a person owes, for programs that ask again and again: a calendar, and a feed."""
