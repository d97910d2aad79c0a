"""The seeds of tables and games that were there before the chain of commitments stand in it, too.

Their kind tells that they were committed late. Games that are over open their seeds already.
"""

from __future__ import annotations

from datetime import UTC

from django.db import migrations
from django.utils import timezone

from conquest.kit import chain, commitments


def commit(apps, schema_editor):
    """Append the seeds of open tables and running games, the oldest first, to an empty chain."""
    entries, now, link = [], timezone.now(), chain.START
    games = apps.get_model("games", "Game").objects.filter(status__in=["open", "running"])
    for number, game in enumerate(games.only("pk", "seed").order_by("pk"), start=1):
        entry = commitments.CommitmentEntry(
            number=number,
            at=f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            game=game.pk,
            kind=commitments.EARLIER,
            commitment=commitments.hash_secret(bytes(game.seed)),
        )
        link = commitments.hash_entry(link, entry)
        entries.append(_row(apps, entry, now, link))
    apps.get_model("games", "Commitment").objects.bulk_create(entries, batch_size=1000)


def _row(apps, entry, now, link):
    return apps.get_model("games", "Commitment")(
        number=entry.number,
        game_id=entry.game,
        kind=entry.kind,
        commitment=entry.commitment,
        at=now,
        link=link,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0016_commitments")]
    operations = [migrations.RunPython(commit, migrations.RunPython.noop)]
