"""Finished public games are taken into the archive, and out of it again when they count no more.

Each game is one transaction, worked out of the game alone: done twice, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, connection, transaction
from django.db.models import Q

from games.models import Departure, Game, Seat
from games.play import store
from records.models import (
    ArchivedGame,
    ArchivedSeat,
    ChangedGame,
    ChangedMonth,
    OpeningNode,
    OpeningPlay,
)
from records.opening_lines import EVENTS, line_keys, opening_turns

BATCH = 200  # games that are looked for at a time
PUBLIC = Q(status=Game.Status.OVER, is_private=False, is_rated=True)
RECOUNT = """
    UPDATE records_openingnode node SET games = counted.games, draws = counted.draws, wins = (
        SELECT coalesce(jsonb_object_agg(seat, won), '{}') FROM (
            SELECT seat, count(*) AS won FROM records_openingplay play
            JOIN records_archivedgame game USING (game_id), unnest(game.winners) AS seat
            WHERE play.node_id = node.key GROUP BY seat
        ) AS by_seat
    )
    FROM (
        SELECT key, count(game_id) AS games, count(game_id) FILTER (WHERE winners = '{}') AS draws
        FROM records_openingnode LEFT JOIN records_openingplay ON node_id = key
        LEFT JOIN records_archivedgame USING (game_id) GROUP BY key
    ) AS counted
    WHERE counted.key = node.key
"""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the archive tells of a game besides its row: who sat where at its end, whether somebody
    left it, how many turns it had, and its first ones."""

    seats: tuple[Seat, ...]
    was_left: bool
    turns: int
    opening: tuple[str, ...]


def archive_changed_games() -> Iterator[int]:
    """Look at all games that have changed, the first first; yield the id of each after its
    transaction. A damaged one is logged and left out, until it changes or is repaired."""
    while found := list(ChangedGame.objects.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        done = [pk for pk in found if _archive_if_queued(pk)]
        yield from done
        if not done:  # others are at them
            return


def _archive_if_queued(pk: int) -> bool:
    """Look at a game unless another worker does; return whether it is done."""
    with transaction.atomic():
        queued = ChangedGame.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
        if queued is None:
            return False
        # Deleted before its game is read: what changes the game from now on waits for us and
        # queues it again.
        queued.delete()
        archive_game(pk)
    return True


def archive_game(pk: int) -> bool:
    """Make the rows of a game of what it is now, in the caller's transaction; return whether
    it is in the archive."""
    game = Game.objects.get(pk=pk)
    # Counts of openings are changed under this lock alone, one game of a board after the other.
    root = _lock_root(game)
    was_there = _remove_rows(pk, root)
    facts = _read_facts(game) if Game.objects.filter(PUBLIC, pk=pk).exists() else None
    if facts is not None:
        archived = _insert_rows(game, facts)
        _insert_opening(archived, facts.opening, root)
    if was_there is not (facts is not None):
        _mark_month(game)
    return facts is not None


def _lock_root(game: Game) -> OpeningNode:
    (key,) = line_keys(game.ruleset, game.board, ())
    root = OpeningNode(key=key, ruleset=game.ruleset, board=game.board, depth=0, turn="")
    OpeningNode.objects.bulk_create([root], ignore_conflicts=True)
    return OpeningNode.objects.select_for_update(no_key=True).get(pk=key)


def _read_facts(game: Game) -> GameFacts | None:
    """Return what is told of a game; None where guests played, or where it is damaged."""
    seats = tuple(game.seats.select_related("person").order_by("order"))
    if any(seat.person.is_guest for seat in seats if seat.person):
        return None
    try:
        state = store.load_state(game)
        events = [event for _row, event in store.read_events(game, upto=EVENTS)]
        opening = opening_turns(game.rules, events, is_whole=game.version <= EVENTS)
    except (SoftTimeLimitExceeded, DatabaseError):
        raise
    except Exception:  # rules may stumble over anything that is damaged: others are not to wait
        log.exception("a game could not be archived", game=game.pk)
        return None
    was_left = Departure.objects.filter(game=game).exists()
    return GameFacts(seats, was_left, game.rules.judgement.turn_number(state), opening)


def _insert_rows(game: Game, facts: GameFacts) -> ArchivedGame:
    assert game.ended_at is not None
    archived = ArchivedGame.objects.create(
        game=game, ruleset=game.ruleset, board=game.board, ended_at=game.ended_at,
        turns=facts.turns, winners=game.winners, reason=game.reason, was_left=facts.was_left,
    )  # fmt: skip
    ArchivedSeat.objects.bulk_create(
        ArchivedSeat(
            game=archived, person_id=seat.person_id, name=seat.name, order=seat.order,
            has_won=seat.has_won, ended_at=game.ended_at,
        )
        for seat in facts.seats
        if seat.person_id is not None
    )  # fmt: skip
    return archived


def _insert_opening(archived: ArchivedGame, turns: Sequence[str], root: OpeningNode) -> None:
    """Count a game for each way in which it began."""
    parent = root
    keys = line_keys(archived.ruleset, archived.board, turns)
    for depth, (key, turn) in enumerate(zip(keys, ("", *turns), strict=True)):
        node = root if not depth else _find_node(key, parent, turn)
        _count(node, archived.winners, 1)
        OpeningPlay.objects.create(node=node, game=archived, ended_at=archived.ended_at)
        parent = node


def _find_node(key: str, parent: OpeningNode, turn: str) -> OpeningNode:
    return OpeningNode.objects.get_or_create(
        key=key,
        defaults={
            "parent": parent, "ruleset": parent.ruleset, "board": parent.board,
            "depth": parent.depth + 1, "turn": turn,
        },
    )[0]  # fmt: skip


def _remove_rows(pk: int, root: OpeningNode) -> bool:
    """Take a game out of the archive, and out of the counts of how games began; return whether it
    was there."""
    archived = ArchivedGame.objects.filter(pk=pk).first()
    if archived is None:
        return False
    for play in archived.plays.select_related("node"):
        _count(root if play.node_id == root.pk else play.node, archived.winners, -1)
    archived.delete()
    return True


def _mark_month(game: Game) -> None:
    """Have the file of a game's month made again, or for the first time."""
    assert game.ended_at is not None
    changed = ChangedMonth(ruleset=game.ruleset, month=first_day(game.ended_at))
    # A row that is there is locked until the game can be seen, so that no file is made without it.
    ChangedMonth.objects.bulk_create(
        [changed],
        update_conflicts=True,
        unique_fields=["ruleset", "month"],
        update_fields=["month"],
    )


def first_day(at: datetime) -> date:
    """Return the first day of the month (UTC) of a moment."""
    return at.astimezone(UTC).date().replace(day=1)


def _count(node: OpeningNode, winners: Iterable[str], number: int) -> None:
    """Count a game that these seats won for an opening, or with -1 no more."""
    won = tuple(winners)
    node.games += number
    node.draws += 0 if won else number
    for seat in won:
        node.wins[seat] = node.wins.get(seat, 0) + number
    node.save(update_fields=["games", "draws", "wins"])


def queue_games(*, all_of_them: bool = False) -> int:
    """Queue the games whose rows are missing or should not be there, or all public ones; return
    how many."""
    games = Game.objects.filter(PUBLIC)
    if not all_of_them:
        games = games.exclude(pk__in=ArchivedGame.objects.values("pk"))
    wrong = ArchivedGame.objects.exclude(pk__in=Game.objects.filter(PUBLIC).values("pk"))
    found = {*games.values_list("pk", flat=True), *wrong.values_list("pk", flat=True)}
    rows = [ChangedGame(game_id=pk) for pk in sorted(found)]
    ChangedGame.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
    return len(found)


def recount_openings() -> None:
    """Count all openings from the games that are in the archive; those without any go."""
    with transaction.atomic(), connection.cursor() as cursor:
        # Nobody counts meanwhile: they would add to what is read here.
        cursor.execute("LOCK TABLE records_openingplay IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute(RECOUNT)
        OpeningNode.objects.filter(games=0).delete()
