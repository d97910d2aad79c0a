"""Games and their history, for who runs the site: to look at, never to change."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import (
    Attempt,
    Commitment,
    Decision,
    Departure,
    Draft,
    Event,
    Game,
    Intervention,
    Invitation,
    Learned,
    MissionScore,
    Note,
    Premove,
    Removal,
    Seat,
    Seen,
    SetUp,
    Snapshot,
    Standing,
    StandingDefault,
    Submission,
    Thanks,
)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are what they are."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """The seed, the frozen position, the way in by link and the chain's head, which tells of hidden
    events, stay out of sight."""

    list_display = (
        "id",
        "title",
        "ruleset",
        "status",
        "paused_at",
        "host",
        "version",
        "opened_at",
        "ended_at",
    )
    list_filter = ("status", "ruleset", "is_private", "is_rated")
    search_fields = ("title", "host__name")
    list_select_related = ("host",)
    exclude = ("state", "seed", "head", "invite_key")


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("game", "name", "colour", "person", "is_absent", "timeouts", "has_won")
    list_filter = ("is_absent",)
    search_fields = ("=game__id", "person__name")
    list_select_related = ("game", "person")
    exclude = ("word",)


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ("seat", "kind", "opened_at", "due_at", "told_at", "closed_by")
    list_filter = ("kind", "closed_by")
    search_fields = ("=game__id", "seat__person__name")
    list_select_related = ("seat__game",)


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """What fails again and again."""

    list_display = ("decision", "task", "count", "retry_at", "error")
    list_filter = ("task",)
    list_select_related = ("decision__seat__game",)
    search_fields = ("=decision__game__id",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """What an event says stays out of sight: it may be hidden from players who run the site. Its
    hash would tell it to whoever tries out what it could be."""

    list_display = ("game_id", "seq", "kind", "at")
    search_fields = ("=game__id",)
    exclude = ("data", "hash")


@admin.register(Commitment)
class CommitmentAdmin(ReadOnlyAdmin):
    list_display = ("number", "game_id", "kind", "seat", "commitment", "at")
    list_filter = ("kind",)
    search_fields = ("=game__id",)


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "via", "first_seq", "last_seq", "at")
    list_filter = ("via",)
    search_fields = ("=game__id", "person__name")
    list_select_related = ("seat__game", "person")
    exclude = ("text",)


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnlyAdmin):
    list_display = ("game_id", "version")
    search_fields = ("=game__id",)
    exclude = ("state",)


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    """What somebody plans stays out of sight."""

    list_display = ("seat", "person", "version", "number", "kept_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text",)


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    """What somebody has noted, and about which piece, stays out of sight."""

    list_display = ("game", "person")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("piece", "text")


@admin.register(Premove)
class PremoveAdmin(ReadOnlyAdmin):
    """What somebody has handed in ahead stays out of sight, and what it rests on."""

    list_display = ("seat", "person", "version", "filed_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text", "stood", "reach", "field")


@admin.register(Seen)
class SeenAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "version")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(MissionScore)
class MissionScoreAdmin(ReadOnlyAdmin):
    list_display = ("person", "ruleset", "mission", "stars", "rounds")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(Learned)
class LearnedAdmin(ReadOnlyAdmin):
    list_display = ("person", "ruleset", "number")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(SetUp)
class SetUpAdmin(ReadOnlyAdmin):
    """What somebody would set up stays out of sight, and how he calls it."""

    list_display = ("person", "ruleset", "kind", "kept_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    exclude = ("name", "pattern")


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin):
    """What answers for somebody stays out of sight."""

    list_display = ("game", "person", "filed_at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("text", "salt", "commitment")


@admin.register(StandingDefault)
class StandingDefaultAdmin(ReadOnlyAdmin):
    """What answers for somebody stays out of sight."""

    list_display = ("person", "ruleset")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    exclude = ("text",)


@admin.register(Departure)
class DepartureAdmin(ReadOnlyAdmin):
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_select_related = ("game",)
    search_fields = ("=game__id", "address")


@admin.register(Removal)
class RemovalAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(Intervention)
class InterventionAdmin(ReadOnlyAdmin):
    list_display = ("at", "what", "game", "seat", "person", "by", "reason")
    list_filter = ("what",)
    list_select_related = ("game", "seat__game", "person", "by")
    search_fields = ("=game__id", "person__name", "by__name", "reason")
    exclude = ("key",)


@admin.register(Thanks)
class ThanksAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
