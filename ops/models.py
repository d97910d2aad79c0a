"""When each kind of task has run last."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The last run of a kind of task, by the database's clock, and how many seconds the clock of
    its worker was ahead of that."""

    kind = models.CharField(max_length=20, primary_key=True)
    ran_at = models.DateTimeField()
    ahead = models.FloatField()

    class Meta:
        db_table = "config_pulse"  # as it was called at first: a table keeps its name

    def __str__(self) -> str:
        return self.kind
