"""Mails of strangers, robots and vandals, by the thousand, at a real postbox: none has an effect.

``python -m tests.inbox.hostile 10000 --seed 1`` brings them and tells what has become of each kind.
"""
