"""The campaign of Iron Armada: missions for one person against bots (K45)."""

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
    file = entry.told
    return Mission(
        number=entry.number,
        name=entry.name,
        board=position.table_layout(file.case.get("options", {})).board,
        seat=file.seat,
        goal=wording.goal_phrase(file),
        rules=wording.rule_phrases(file),
        stars=wording.star_phrases(file.stars),
        places=wording.goal_squares(file.goal),
        limit=file.limit,
    )


CAMPAIGN: Campaign[State, Event] = Campaign(
    missions=tuple(_build_mission(entry) for entry in book.mission_entries()),
    missions_text=markdown_reader(position.__file__, "MISSIONS"),
    begin_mission=begin_mission,
    play_orders=play_orders,
    propose_orders=propose_orders,
)
