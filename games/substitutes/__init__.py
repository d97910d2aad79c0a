"""The page on which people say for which games they want to be asked as substitutes, and name the
friend who plays for them while they are absent; and how those who were asked answer."""
