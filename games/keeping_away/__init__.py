"""The page of those whom somebody keeps away, and the buttons for it."""
