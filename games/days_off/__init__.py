"""Days off and vacation: the page on which people take them and give them back."""
