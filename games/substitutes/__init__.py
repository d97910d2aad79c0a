"""The page on which people say for which games they want to be asked as substitutes, and how those
who were asked say no."""
