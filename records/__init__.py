"""The public archive: signed records, finished games to search, their openings, files by month."""
