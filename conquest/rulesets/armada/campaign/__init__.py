"""The campaign of Iron Armada: missions for one person against the house (K45)."""

from __future__ import annotations

from conquest.core import Campaign, Mission
from conquest.kit.texts import markdown_reader
from conquest.rulesets.armada import position
from conquest.rulesets.armada.campaign import book, wording
from conquest.rulesets.armada.campaign.book import MissionEntry
from conquest.rulesets.armada.campaign.bot import propose_orders
from conquest.rulesets.armada.campaign.judgement import begin_mission, play_orders
from conquest.rulesets.armada.model import Event, State

__all__ = ["CAMPAIGN"]


def _build_mission(entry: MissionEntry) -> Mission:
    told = entry.told
    return Mission(
        number=entry.number,
        name=entry.name,
        board=position.table_layout(told.case.get("options", {})).board,
        seat=told.seat,
        goal=wording.goal_phrase(told),
        rules=wording.rule_phrases(told),
        stars=wording.star_phrases(told.stars),
        places=wording.goal_squares(told.goal),
        limit=told.limit,
    )


CAMPAIGN: Campaign[State, Event] = Campaign(
    missions=tuple(_build_mission(entry) for entry in book.mission_entries()),
    missions_text=markdown_reader(position.__file__, "MISSIONS"),
    begin_mission=begin_mission,
    play_orders=play_orders,
    propose_orders=propose_orders,
)
