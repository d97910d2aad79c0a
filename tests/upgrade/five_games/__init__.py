"""What the code knew before functions were renamed and modules moved, of all five games.

``verdicts.jsonl.xz`` is what its judge said of 3,354 cases: a line each with the case, the verdict
and the options.

They were made by the code of that day and cannot be made again by newer code: nothing here may
change.
"""
