"""Proposals of alliances, and the answers to them (K21, K22, HK27, I17 to I22)."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Refused, Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.evolution import Progress
from conquest.rulesets.armada.model import Consented, Declined, Proposed, State, Swore
from conquest.rulesets.armada.orders import ALLY, CONSENT, REFUSE
from conquest.rulesets.armada.teams import join_teams, pledged_teams, unites_all
from conquest.rulesets.armada.words import SEAT_NAMES


def proposal_refusal(state: State, seat: Seat, to: Seat) -> Refused | None:
    """Return why a seat on turn cannot propose an alliance to another, ``None`` if it can (I18,
    I21)."""
    if state.asked:
        return refusals.already_proposed()
    if seat == to:
        return refusals.ally_of_oneself()
    if to in state.defeated:
        return refusals.defeated_ally(seat=SEAT_NAMES[to])
    if to in state.team_of(seat):
        return refusals.ally_already(seat=SEAT_NAMES[to])
    if to in _future_team(state, seat):
        return refusals.ally_soon(seat=SEAT_NAMES[to])
    if len(state.undefeated_seats) <= 2:
        return refusals.too_few_to_ally()
    if unites_all(state, join_teams(pledged_teams(state), (seat, to))):
        return refusals.unites_all()
    return None


def _future_team(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with which a seat is allied, or will be from the next round on."""
    return next((team for team in pledged_teams(state) if seat in team), ())


def possible_allies(state: State, seat: Seat) -> Iterator[Seat]:
    """Yield the seats to which a seat can propose an alliance now."""
    for to in state.seats:
        if proposal_refusal(state, seat, to) is None:
            yield to


def propose_alliance(progress: Progress, seat: Seat, to: Seat) -> None:
    """Propose an alliance to all undefeated seats, of which the proposer has consented (I19).

    :raises Illegal: if it cannot be proposed.
    """
    if refusal := proposal_refusal(progress.state, seat, to):
        raise refusal
    progress.apply_event(Proposed(seat=seat, order=f"{ALLY} {to}", to=to))


def answer_proposal(progress: Progress, seat: Seat, word: str) -> None:
    """Consent to the proposal or refuse it; it is sworn with the last consent (I20)."""
    # One refusal ends it, for all players have to agree (K21, I19).
    if word == REFUSE:
        progress.apply_event(Declined(seat=seat, order=REFUSE))
        return
    progress.apply_event(Consented(seat=seat, order=CONSENT))
    proposal = progress.state.proposal
    if proposal and set(progress.state.undefeated_seats) <= set(proposal.agreed):
        progress.apply_event(Swore(seat=proposal.seat, to=proposal.to))
