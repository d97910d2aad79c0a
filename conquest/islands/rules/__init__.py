"""Who may do what, and what comes of it: the judgement of the family."""
