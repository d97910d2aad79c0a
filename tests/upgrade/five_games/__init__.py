"""A site with games of all five rule sets in every state, kept from before functions were renamed
and modules moved.

``site.sql.gz`` is a dump of its database: games under way, paused, planned, with turns handed in
ahead, standing orders, set-ups, notes and a mission, over and annulled; tables, letters and the
league. ``games.json.gz`` tells what that day's code knew of each game, and how it went on when it
was played further. ``verdicts.jsonl.xz`` is what its judge said of 3,354 cases: a line each with
the case, the verdict and the options.

They were made by the code of that day and cannot be made again by newer code: nothing here may
change.
"""
