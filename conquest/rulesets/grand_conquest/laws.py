"""The laws of Grand Conquest: its figures, options, ends, and all that other games lack."""

from __future__ import annotations

from conquest.core import Column, Phrase
from conquest.islands.laws import (
    EndTests,
    EventTelling,
    GameSettings,
    Laws,
    PositionExtras,
    Scarcity,
    SpecialActions,
)
from conquest.rulesets.grand_conquest import (
    barriers,
    bot,
    camels,
    ending,
    evolution,
    extras,
    shooting,
    special_actions,
    telling,
)
from conquest.rulesets.grand_conquest.model import GrandState

REASONS = {
    "last_two": Phrase("the last land pieces of a player are captured"),
    "siege_engine": Phrase("a siege engine has come into an enemy castle"),
    "immobilised": Phrase("all opponents are immobilised"),
    "one_left": Phrase("a player has one land piece left"),
    "quiet_rounds": Phrase("too many rounds without capture"),
    "exposed_recaptured": Phrase("a vulnerable player lost a land piece in a recapture"),
}

SCARCITY = Scarcity(
    Column(
        "pieces",
        Phrase("Land pieces"),
        Phrase("%(n)s land piece"),
        Phrase("%(n)s land pieces"),
    ),
    Phrase("vulnerable, two land pieces left"),
    Phrase("With two land pieces left you may risk a recapture only once a turn."),
    "G41",
)

LAWS: Laws[GrandState] = Laws(
    title=Phrase("Grand Conquest"),
    ranges={"S": 2, "E": 6, "K": 6, "M": 8, "C": 8, "T": 2, "W": 2, "B": 6, "G": 8},
    cited={
        "S": "G9",
        "E": "G10",
        "K": "G12",
        "M": "G14",
        "C": "G25",
        "T": "G26",
        "W": "G32",
        "B": "C16",
        "G": "C16",
    },
    # Elephants cross suspension bridges unloaded: their load is tested at each step (G11, GR20).
    barred={"E": "<", "C": "<"},
    strangers="ECTW",
    wild="KM",
    spared={"S": "EW", "K": "W", "C": "W", "M": "W"},
    settings=GameSettings(extras.NAMES, extras.read_settings, extras.write_settings),
    ends=EndTests(
        ending.end_by_walk, ending.end_by_capture, ending.end_by_recapture, ending.end_by_turn
    ),
    reasons=REASONS,
    quiet_limit=ending.quiet_limit,
    is_exposed=ending.is_exposed,
    boards={4: "great-islands", 3: "three-islands", 2: "two-islands"},
    scarcity=SCARCITY,
    # The text names one exception only, a further capture that would win (G41, A94).
    leaders_are_free=False,
    # Boards that both games share mark chariots, in whose place camels start (GR2, A68).
    army={"C": "M"},
    is_road_open=barriers.is_road_open,
    road_refusal=barriers.road_refusal,
    capture_refusal=barriers.capture_refusal,
    range_refusal=barriers.range_refusal,
    can_lead=camels.can_lead,
    step_refusal=barriers.step_refusal,
    special_footing=barriers.special_footing,
    path_budget=camels.path_budget,
    figures_added=evolution.figures_added,
    settle_event=evolution.settle_event,
    extras=PositionExtras(extras.KEYS, extras.read_extras, extras.write_extras),
    special_actions=SpecialActions(
        special_actions.play_order,
        shooting.play_answer,
        special_actions.action_choices,
        special_actions.capturing_choices,
        shooting.possible_shots,
        shooting.answering_shots,
        special_actions.shot_choice,
        special_actions.tray_tools,
        bot.storm_texts,
        bot.guard_texts,
    ),
    sentences=EventTelling(
        telling.describe_event, telling.points_spent, telling.event_marks, telling.losses
    ),
)
