"""Admin pages of games and their history: operators can look at rows and change none.

What could tell a secret of a running game is left out, since operators play, too.
"""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.models import (
    Animation,
    ArchivedEvent,
    Attempt,
    Commitment,
    ConditionalTurns,
    DayOff,
    Decision,
    Departure,
    Diary,
    DiaryEntry,
    Draft,
    Event,
    Extension,
    Game,
    Intervention,
    Invitation,
    Mute,
    Note,
    Nudge,
    OrdersCommitment,
    PauseConsent,
    PendingOffer,
    PlayerBlock,
    PlayersPause,
    PoolEntry,
    Premove,
    Preview,
    ReliabilityRecord,
    Removal,
    Restriction,
    Seat,
    SeatRequest,
    Seen,
    SetUp,
    Snapshot,
    StandInFriend,
    Standing,
    StandingDefault,
    StandInTerm,
    Submission,
    SubstituteAsk,
    TakeBack,
    TakeBackConsent,
    Thanks,
)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Hides the seed, the frozen position, the key of the invitation link, and the chain's head,
    which is a hash of hidden events."""

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
    exclude = ("orders_at",)  # it tells that somebody has standing orders


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """Tasks that fail again and again."""

    list_display = ("decision", "task", "count", "retry_at", "error")
    list_filter = ("task",)
    list_select_related = ("decision__seat__game",)
    search_fields = ("=decision__game__id",)


@admin.register(Event, ArchivedEvent)
class EventAdmin(ReadOnlyAdmin):
    """Hides the data of events, and their hashes: with a hash the data could be found by trying."""

    list_display = ("game_id", "seq", "kind", "at")
    search_fields = ("=game__id",)
    exclude = ("data", "hash")


@admin.register(Commitment)
class CommitmentAdmin(ReadOnlyAdmin):
    list_display = ("number", "game_id", "kind", "seat", "commitment", "at")
    list_filter = ("kind",)
    search_fields = ("=game__id",)


@admin.register(OrdersCommitment)
class OrdersCommitmentAdmin(ReadOnlyAdmin):
    list_display = ("game_id", "version", "at")
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
    """Hides the plan."""

    list_display = ("seat", "person", "version", "number", "kept_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text",)


@admin.register(Diary)
class DiaryAdmin(ReadOnlyAdmin):
    """Hides the note."""

    list_display = ("game", "person", "opened_at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("note",)


@admin.register(DiaryEntry)
class DiaryEntryAdmin(ReadOnlyAdmin):
    """Hides what is written: operators play, too."""

    list_display = ("game", "person", "turn", "written_at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("text",)


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    """Hides the note and its piece."""

    list_display = ("game", "person")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("piece", "text")


@admin.register(ConditionalTurns)
class ConditionalTurnsAdmin(ReadOnlyAdmin):
    """Hides the turns, and what they foresee."""

    list_display = ("seat", "person", "version", "filed_at", "plays_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text", "foreseen")


@admin.register(Premove)
class PremoveAdmin(ReadOnlyAdmin):
    """Hides the turn, and the position it depends on."""

    list_display = ("seat", "person", "version", "filed_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text", "stood", "reach", "field")


@admin.register(Preview)
class PreviewAdmin(ReadOnlyAdmin):
    """Hides the text, which only its author may read."""

    list_display = ("seat", "person", "kind", "version", "made_at", "closed_at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=seat__game__id", "person__name")
    exclude = ("text",)


@admin.register(PendingOffer)
class PendingOfferAdmin(ReadOnlyAdmin):
    list_display = ("seat", "version", "opened_at", "declined_at")
    list_select_related = ("seat__game",)
    search_fields = ("=seat__game__id",)


@admin.register(DayOff)
class DayOffAdmin(ReadOnlyAdmin):
    list_display = ("person", "day", "kind")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(Extension)
class ExtensionAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "hours", "number", "allowed", "at", "until")
    list_select_related = ("seat__game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("form_key",)


@admin.register(Animation)
class AnimationAdmin(ReadOnlyAdmin):
    list_display = ("game_id", "form", "language", "theme", "state", "tries", "wanted_on")
    list_filter = ("state", "form")
    search_fields = ("=game__id",)
    exclude = ("file",)


@admin.register(Nudge)
class NudgeAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "at")
    list_select_related = ("seat__game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(PlayersPause)
class PlayersPauseAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "proposed_at", "outcome", "until", "started_at", "ended_at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("form_key",)


@admin.register(PauseConsent)
class PauseConsentAdmin(ReadOnlyAdmin):
    list_display = ("pause", "person", "at")
    list_select_related = ("pause__game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(TakeBack)
class TakeBackAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "asked_at", "outcome", "version", "to", "happened")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("form_key",)


@admin.register(TakeBackConsent)
class TakeBackConsentAdmin(ReadOnlyAdmin):
    list_display = ("take_back", "person", "at")
    list_select_related = ("take_back__game", "take_back__person", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(SeatRequest)
class SeatRequestAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "asked_at", "outcome")
    list_select_related = ("seat__game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("form_key",)


@admin.register(Seen)
class SeenAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "version")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(SetUp)
class SetUpAdmin(ReadOnlyAdmin):
    """Hides the set-up and its name."""

    list_display = ("person", "ruleset", "kind", "kept_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    exclude = ("name", "pattern")


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin):
    """Hides the orders and their commitment."""

    list_display = ("game", "person", "filed_at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")
    exclude = ("text", "salt", "commitment")


@admin.register(StandingDefault)
class StandingDefaultAdmin(ReadOnlyAdmin):
    """Hides the orders."""

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


@admin.register(ReliabilityRecord)
class ReliabilityRecordAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "kind", "at", "is_kept")
    list_filter = ("kind", "is_kept")
    list_select_related = ("person", "game")
    search_fields = ("=game__id", "person__name")


@admin.register(StandInFriend)
class StandInFriendAdmin(ReadOnlyAdmin):
    list_display = ("person", "friend", "asked_at", "outcome")
    list_filter = ("outcome",)
    search_fields = ("person__name", "friend__name")
    list_select_related = ("person", "friend")


@admin.register(StandInTerm)
class StandInTermAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "since", "until")
    search_fields = ("=game__id", "person__name")
    list_select_related = ("seat__game", "person")


@admin.register(PoolEntry)
class PoolEntryAdmin(ReadOnlyAdmin):
    list_display = ("person", "ruleset", "asked_at")
    list_filter = ("ruleset",)
    search_fields = ("person__name",)
    list_select_related = ("person",)


@admin.register(SubstituteAsk)
class SubstituteAskAdmin(ReadOnlyAdmin):
    list_display = ("seat", "person", "asked_at", "outcome")
    list_filter = ("outcome",)
    search_fields = ("=game__id", "person__name")
    list_select_related = ("seat__game", "person")


@admin.register(PlayerBlock)
class PlayerBlockAdmin(ReadOnlyAdmin):
    list_display = ("person", "other", "at")
    list_select_related = ("person", "other")
    search_fields = ("person__name", "other__name")


@admin.register(Mute)
class MuteAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "other", "at")
    list_select_related = ("game", "person", "other")
    search_fields = ("=game__id", "person__name", "other__name")


@admin.register(Removal)
class RemovalAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "at")
    list_select_related = ("game", "person")
    search_fields = ("=game__id", "person__name")


@admin.register(Restriction)
class RestrictionAdmin(ReadOnlyAdmin):
    list_display = ("person", "kind", "until")
    list_filter = ("kind",)
    list_select_related = ("person",)
    search_fields = ("person__name",)


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
