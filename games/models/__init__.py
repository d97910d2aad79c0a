"""The rows of games: games and seats, events, decisions, submissions, commitments."""

from __future__ import annotations

from games.models.animation import Animation
from games.models.attempt import Attempt
from games.models.block import Mute, PlayerBlock
from games.models.commitment import Commitment
from games.models.conditional_turns import ConditionalTurns
from games.models.day_off import DayOff
from games.models.decision import Decision
from games.models.diary import Diary, DiaryEntry
from games.models.draft import Draft
from games.models.event import ArchivedEvent, Event, Snapshot, Submission
from games.models.extension import Extension
from games.models.game import Departure, Game, Invitation, Removal, Seat
from games.models.intervention import Intervention
from games.models.note import Note
from games.models.nudge import Nudge
from games.models.offer import PendingOffer
from games.models.orders_commitment import OrdersCommitment
from games.models.pause import PauseConsent, PlayersPause
from games.models.premove import Premove
from games.models.preview import Preview
from games.models.reliability_record import ReliabilityRecord
from games.models.restriction import Restriction
from games.models.seat_request import SeatRequest
from games.models.seen import Seen
from games.models.setup import SetUp
from games.models.stand_in import StandInFriend, StandInTerm
from games.models.standing_orders import Standing, StandingDefault
from games.models.substitute import PoolEntry, SubstituteAsk
from games.models.take_back import TakeBack, TakeBackConsent
from games.models.thanks import Thanks

__all__ = [
    "Animation",
    "ArchivedEvent",
    "Attempt",
    "Commitment",
    "ConditionalTurns",
    "DayOff",
    "Decision",
    "Departure",
    "Diary",
    "DiaryEntry",
    "Draft",
    "Event",
    "Extension",
    "Game",
    "Intervention",
    "Invitation",
    "Mute",
    "Note",
    "Nudge",
    "OrdersCommitment",
    "PauseConsent",
    "PendingOffer",
    "PlayerBlock",
    "PlayersPause",
    "PoolEntry",
    "Premove",
    "Preview",
    "ReliabilityRecord",
    "Removal",
    "Restriction",
    "Seat",
    "SeatRequest",
    "Seen",
    "SetUp",
    "Snapshot",
    "StandInFriend",
    "StandInTerm",
    "Standing",
    "StandingDefault",
    "Submission",
    "SubstituteAsk",
    "TakeBack",
    "TakeBackConsent",
    "Thanks",
]
