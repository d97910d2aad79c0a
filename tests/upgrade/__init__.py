"""A site of November 2026, kept to see that newer code goes on with it.

``site.sql.gz`` is a dump of its database: games of Conquest under way, paused with a plan and
without, finished in several ways, with drafts, read marks, silence, a departure and letters that
wait. ``games.json.gz`` tells what that day's code knew of each game, ``verdicts.jsonl.xz`` what
its judge said of 2,675 cases: a line each with the case, the verdict and the options.

They were made by the code of that day and cannot be made again: nothing here may change.
"""
