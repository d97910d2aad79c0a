"""When each kind of task last ran."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The last run of a kind of task by the database's clock, and by how many seconds its worker's
    clock was ahead of that."""

    kind = models.CharField(max_length=20, primary_key=True)
    ran_at = models.DateTimeField()
    ahead = models.FloatField()

    class Meta:
        db_table = "config_pulse"  # the name it was created with: a table keeps its name

    def __str__(self) -> str:
        return self.kind
