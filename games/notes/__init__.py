"""Private notes of players, pinned to pieces of other players."""
