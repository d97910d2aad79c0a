"""The campaign of Iron Armada: missions for one person against the house (K45)."""

from __future__ import annotations

from conquest.core import Campaign, Mission
from conquest.kit.texts import markdown_reader
from conquest.rulesets.armada import position
from conquest.rulesets.armada.campaign import book, wording
from conquest.rulesets.armada.campaign.book import Entry
from conquest.rulesets.armada.campaign.house import propose
from conquest.rulesets.armada.campaign.playing import begin, play
from conquest.rulesets.armada.model import Event, State

__all__ = ["CAMPAIGN"]


def _mission(entry: Entry) -> Mission:
    told = entry.told
    return Mission(
        number=entry.number,
        name=entry.name,
        board=position.table(told.case.get("options", {})).board,
        seat=told.seat,
        goal=wording.goal(told),
        rules=wording.rules(told),
        stars=wording.stars(told.stars),
        places=wording.places(told.goal),
        limit=told.limit,
    )


CAMPAIGN: Campaign[State, Event] = Campaign(
    missions=tuple(_mission(entry) for entry in book.entries()),
    missions_text=markdown_reader(position.__file__, "MISSIONS"),
    begin_mission=begin,
    play_orders=play,
    propose_orders=propose,
)
