"""The campaign (K45, HK33): declared special rules, goals and stars; all missions can be won, but
not by idling."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from conquest.core import MissionStage, Numbers, Refused, no_numbers
from conquest.kit import chance
from conquest.kit.missions import MissionRun, Referee
from conquest.rulesets.armada import RULES
from conquest.rulesets.armada.campaign import CAMPAIGN, book, special_rules, wording
from conquest.rulesets.armada.campaign.judgement import carry_out_orders, first_stage
from conquest.rulesets.armada.campaign.schema import LotsRule, MissionFile, read_mission
from conquest.rulesets.armada.model import Arrived, State, Threw
from conquest.rulesets.armada.view import mask, witness

REFEREE = Referee(RULES, CAMPAIGN)
NUMBERS = range(1, len(CAMPAIGN.missions) + 1)
PIECES = {"c3": "south 1", "f1": "south K", "h9": "north 1", "h11": "north K"}
QUICK = 0.5


def small_mission(
    *rules: object, goal: object = None, pieces: Any = None, limit: int = 20, **more: Any
) -> MissionFile:
    """Return a small mission on an open field."""
    position = {"pieces": pieces or PIECES, "zones": {"south": False, "north": False}}
    case = {"options": {"king": "always"}, "position": position | more.pop("position", {})}
    plain = {"seat": "south", "case": case, "goal": goal or {"goal": "defeat"}, "limit": limit}
    plain |= {"rules": rules, "stars": {"by": "rounds", "three": 1, "two": 2}, **more}
    return read_mission(msgspec.json.encode(plain))


def play_turns(
    mission: MissionFile, *turns: str, numbers: Numbers = no_numbers
) -> tuple[list[Any], MissionStage[State]]:
    """Return all that happens in some turns, south's first, and the stage after them."""
    stage, events = first_stage(mission, chance.keyed_numbers(b"lots")), list[Any]()
    for text in turns:
        happened, stage = carry_out_orders(mission, stage, stage.state.turn, text, numbers)
        events += happened
    return events, stage


def arrivals(events: list[Any]) -> list[tuple[str, str, str]]:
    return [(one.seat, one.square, one.rank) for one in events if isinstance(one, Arrived)]


PRODUCE = {"rule": "produce", "seat": "south", "every": 2}


def test_a_king_that_rests_brings_a_unit() -> None:
    """K45: after two turns at rest a one stands before it, and the count starts again."""
    shuffle = ("c3-c4", "h9-h8", "c4-c3", "h8-h9", "c3-c4", "h9-h8")
    events, stage = play_turns(small_mission(PRODUCE), *shuffle)
    assert arrivals(events) == [("south", "f2", "1")]
    assert stage.state.pieces["f2"].rank == "1"
    events, _ = play_turns(small_mission(PRODUCE), *shuffle, "c4-c3")
    assert arrivals(events) == [("south", "f2", "1"), ("south", "g1", "1")]


def test_a_king_that_walks_brings_no_unit() -> None:
    """K45: each of its steps starts the count again."""
    events, _ = play_turns(
        small_mission(PRODUCE), "c3-c4", "h9-h8", "f1-f2", "h8-h9", "c4-c3", "h9-h8"
    )
    assert arrivals(events) == []


def test_a_king_brings_no_more_units_than_it_may_have() -> None:
    """K45: a King with as many units of the rank as it may have brings no more."""
    events, _ = play_turns(small_mission(PRODUCE | {"most": 1}), "c3-c4", "h9-h8", "c4-c3", "h8-h9")
    assert arrivals(events) == []


def test_a_king_without_a_free_square_brings_no_unit_yet() -> None:
    """K45: units come only onto free squares beside it."""
    walls = {at: {"strength": 6, "squares": [at]} for at in ("f2", "e1", "g1")}
    mission = small_mission(PRODUCE, position={"blockers": walls, "pool": 0})
    events, stage = play_turns(mission, "c3-c4", "h9-h8", "c4-c3", "h8-h9", "c3-c4")
    assert arrivals(events) == []
    assert stage.counts["rested south"] == 3


def test_reinforcements_arrive_as_their_round_begins() -> None:
    """K45: once, and as near as they can stand where their square is taken."""
    rule = {"rule": "reinforce", "seat": "north", "round": 2, "units": {"h9": "1", "a11": "2"}}
    events, stage = play_turns(small_mission(rule), "c3-c4", "h11-h10")
    assert arrivals(events) == [("north", "h8", "1"), ("north", "a11", "2")]
    _, later = play_turns(small_mission(rule), "c3-c4", "h11-h10", "c4-c3", "h10-h11")
    assert len(later.state.pieces) == len(stage.state.pieces) == 6


def test_only_its_owner_sees_the_rank_of_a_unit_that_arrives() -> None:
    """K45, HK6: a unit that arrives is hidden like all others."""
    one = Arrived(seat="north", square="h8", rank="1")
    assert witness(one, "south") == Arrived(seat="north", square="h8", rank="?")
    assert witness(one, None).rank == "?"  # type: ignore[union-attr]
    assert witness(one, "north") == one


RAIN = {"rule": "rain", "seat": "north", "every": 2, "aims": ["f6"]}


def test_a_rain_die_falls_after_a_number_of_rounds() -> None:
    """K45: it is thrown like any other, and its numbers count."""
    turns = ("c3-c4", "h9-h8", "c4-c3", "h8-h9")
    mission = small_mission(RAIN, position={"pool": 1})
    first, stage = play_turns(mission, *turns[:2], numbers=chance.keyed_numbers(b"rain"))
    assert not any(isinstance(one, Threw) for one in first)
    assert stage.state.drawn == 0
    second, stage = play_turns(mission, *turns, numbers=chance.keyed_numbers(b"rain"))
    assert [one.aim for one in second if isinstance(one, Threw)] == ["f6"]
    assert stage.state.drawn > 0
    assert stage.state.pool == 0


def test_no_rain_die_falls_where_none_is_left() -> None:
    """K45, K17: a mission without dice has no rain."""
    turns = ("c3-c4", "h9-h8", "c4-c3", "h8-h9")
    events, _ = play_turns(
        small_mission(RAIN, position={"pool": 0}), *turns, numbers=chance.keyed_numbers(b"rain")
    )
    assert not any(isinstance(one, Threw) for one in events)


def test_lots_deal_the_same_units_to_other_squares() -> None:
    """K45: the ranks change places among the squares; another seed deals them otherwise."""
    rule = LotsRule("north", ("h9", "h11"))
    state = first_stage(small_mission(), no_numbers).state
    dealt = [
        special_rules.deal_lots(state, rule, chance.keyed_numbers(bytes([n]))) for n in range(16)
    ]
    kings = {at for one in dealt for at, unit in one.pieces.items() if unit.rank == "K"}
    assert kings == {"f1", "h9", "h11"}
    assert all(sorted(one.ranks_of("north")) == ["1", "K"] for one in dealt)


REACH = {"goal": "reach", "rank": "1", "squares": ["c5", "d5"], "count": 1}


def test_a_mission_goal_is_reached_in_its_round() -> None:
    """K45: stars are given by rounds, the one in which it is reached included."""
    _, stage = play_turns(small_mission(goal=REACH), "c3-c4", "h9-h8", "c4-c5")
    assert stage.result
    assert (stage.result.is_won, stage.result.rounds, stage.result.stars) == (True, 2, 2)
    with pytest.raises(Refused):
        carry_out_orders(small_mission(goal=REACH), stage, "north", "h8-h7", no_numbers)


def test_a_mission_goal_out_of_reach_is_lost() -> None:
    """K45: where too few units are left, and none will come."""
    pieces = PIECES | {"c4": "north 1"}
    _, stage = play_turns(small_mission(goal=REACH, pieces=pieces), "f1-f2", "c4xc3")
    assert stage.result
    assert not stage.result.is_won
    coming = {"rule": "reinforce", "seat": "south", "round": 9, "units": {"a1": "1"}}
    assert (
        play_turns(small_mission(coming, goal=REACH, pieces=pieces), "f1-f2", "c4xc3")[1].result
        is None
    )
    assert (
        play_turns(small_mission(PRODUCE, goal=REACH, pieces=pieces), "f1-f2", "c4xc3")[1].result
        is None
    )


def test_a_mission_is_lost_when_its_rounds_are_over() -> None:
    """K45: a mission is lost when its rounds are over."""
    turns = ("c3-c4", "h9-h8")
    assert play_turns(small_mission(limit=2), *turns)[1].result is None
    stage = play_turns(small_mission(limit=1), *turns)[1]
    assert stage.result
    assert (stage.result.is_won, stage.result.stars) == (False, 0)


def test_a_mission_is_lost_with_the_king() -> None:
    """K45, K15: also by resigning."""
    stage = play_turns(small_mission(goal=REACH), "resign")[1]
    assert stage.result
    assert not stage.result.is_won


def test_the_last_standing_wins_the_mission_whatever_the_goal() -> None:
    """K45, K1: with the enemy King the mission is won."""
    stage = play_turns(small_mission(goal=REACH, pieces=PIECES | {"h10": "south 1"}), "h10xh11")[1]
    assert stage.result
    assert stage.result.is_won


def test_a_capture_goal_counts_units_of_its_ranks_only() -> None:
    """K45: those of other ranks do not count."""
    goal = {"goal": "capture", "ranks": ["1"], "count": 1}
    assert play_turns(small_mission(goal=goal, pieces=PIECES | {"c4": "north 1"}), "c3xc4")[
        1
    ].result
    goal["ranks"] = ["2"]
    assert not play_turns(small_mission(goal=goal, pieces=PIECES | {"c4": "north 1"}), "c3xc4")[
        1
    ].result


def test_a_hold_goal_keeps_enemies_off_its_squares() -> None:
    """K45: until the rounds are over, or an enemy stands there."""
    goal = {"goal": "hold", "rounds": 2, "squares": ["h8"]}
    calm = ("c3-c4", "h9-g9", "c4-c3", "g9-h9")
    assert play_turns(small_mission(goal=goal), *calm[:3])[1].result is None
    held = play_turns(small_mission(goal=goal), *calm)[1].result
    assert held
    assert (held.is_won, held.rounds) == (True, 2)
    overrun = play_turns(small_mission(goal=goal), "c3-c4", "h9-h8")[1].result
    assert overrun
    assert not overrun.is_won


def test_mission_stars_can_be_given_by_losses() -> None:
    """K45: three with none lost here, two with one."""
    stars = {"by": "losses", "three": 0, "two": 1}
    pieces = PIECES | {"d4": "south 1", "b3": "north 1"}
    stage = play_turns(small_mission(goal=REACH, pieces=pieces, stars=stars), "d4-d5")[1]
    assert stage.result
    assert stage.result.stars == 3
    stage = play_turns(
        small_mission(goal=REACH, pieces=pieces, stars=stars), "f1-f2", "b3xc3", "d4-d5"
    )[1]
    assert stage.result
    assert stage.result.stars == 2


@pytest.mark.parametrize(
    "more",
    [
        {"rules": [{"rule": "magic"}]},
        {"rules": [{"rule": "produce", "seat": "south", "every": 2, "speed": 3}]},
        {"goal": {"goal": "win"}},
        {"cheat": True},
    ],
)
def test_a_mission_file_with_undeclared_content_is_refused(more: dict[str, Any]) -> None:
    """K45, HK33: special rules come from a declared list."""
    plain = msgspec.to_builtins(small_mission()) | more
    with pytest.raises(msgspec.ValidationError):
        read_mission(msgspec.json.encode(plain))


def _play_solution(run: MissionRun, turns: tuple[str, ...]) -> MissionRun:
    for text in turns:
        run = REFEREE.submit(run, text)
    return run


@pytest.mark.parametrize("number", NUMBERS)
def test_each_mission_can_be_won(number: int) -> None:
    """K45: by its recorded solution, against the house as it is, with all its stars."""
    solution = book.recorded_solution(number)
    run = _play_solution(REFEREE.begin_run(number, bytes.fromhex(solution.seed)), solution.turns)
    assert run.stage.result
    assert run.stage.result.is_won
    assert run.stage.result.stars == solution.stars == 3
    again = REFEREE.replay_run(number, run.seed, run.turns)
    assert again == run


def _shuffle_turn(state: State, texts: list[str]) -> str:
    """Go back where the last turn came from, or else the first way without a fight."""
    legal = [one.text for one in RULES.composing.legal_choices(state, "south")]
    back = "-".join(reversed(texts[-1].split("-"))) if texts else ""
    calm = [text for text in legal if "x" not in text and "*" not in text]
    return back if back in legal else (calm or legal)[0]


def _first(state: State, texts: list[str]) -> str:
    return RULES.composing.legal_choices(state, "south")[0].text


def _silent(state: State, texts: list[str]) -> str:
    return RULES.notation.write_orders(RULES.judgement.default_orders(state, "south"))


@pytest.mark.parametrize("idle", [_shuffle_turn, _first, _silent])
@pytest.mark.parametrize("number", NUMBERS)
def test_no_mission_is_won_by_idling(number: int, idle: Any) -> None:
    """K45: shuffling, taking the first order offered, or silence wins none."""
    for seed in range(10):
        run, texts = REFEREE.begin_run(number, f"idle {seed}".encode()), list[str]()
        while not run.stage.result:
            texts.append(idle(mask(run.stage.state, "south"), texts))
            run = REFEREE.submit(run, texts[-1])
        assert not run.stage.result.is_won


@pytest.mark.parametrize("number", NUMBERS)
def test_a_mission_bot_answers_at_once(number: int) -> None:
    """HK33: in much less than a second, whatever it has to think about."""
    solution = book.recorded_solution(number)
    run, slowest = REFEREE.begin_run(number, bytes.fromhex(solution.seed)), 0.0
    for text in solution.turns:
        began = time.process_time()
        run = REFEREE.submit(run, text)
        slowest = max(slowest, time.process_time() - began)
    assert slowest < QUICK


@pytest.mark.parametrize("number", NUMBERS)
def test_a_mission_bot_knows_what_its_seat_sees(number: int) -> None:
    """HK33, HK6: what it hands in does not change with the ranks it cannot see."""
    stage = REFEREE.begin_run(number, b"secret").stage
    for seat in (one for one in stage.state.seats if one != "south"):
        state = RULES.judgement.suppose_turn(stage.state, seat)
        proposals = {
            CAMPAIGN.propose_orders(
                number, MissionStage(known), seat, chance.keyed_numbers(b"whims")
            )
            for known in (state, mask(state, seat))
        }
        assert len(proposals) == 1


def test_there_are_eight_missions_with_words_in_both_languages() -> None:
    """K45: each with a chapter, a goal and stars."""
    assert [one.number for one in CAMPAIGN.missions] == list(range(1, 9))
    for language in ("en", "de"):
        chapters = CAMPAIGN.missions_text(language).split("\n## ")[1:]
        assert len(chapters) == 8
        assert all("\n> " in chapter for chapter in chapters)
    assert all(str(one.goal) and len(one.stars) == 3 for one in CAMPAIGN.missions)


def test_goal_squares_side_by_side_are_named_by_their_ends() -> None:
    """K45: a goal names a row by its first and last square."""
    mission = small_mission(goal=REACH | {"squares": ["d11", "e11", "f11", "c5"]})
    assert "c5, d11–f11" in str(wording.goal_phrase(mission))


def test_a_mission_run_that_the_rules_no_longer_allow_is_refused() -> None:
    """HK33: whatever stands in a session, nothing unlawful is played from it."""
    with pytest.raises(Refused):
        REFEREE.replay_run(1, b"seed", (("south", "a1-a9"),))


def test_goal_of_captures_names_units_where_not_all_count() -> None:
    """K45: a mission may count the enemy's ones alone, or whatever is taken."""
    goals = [str(wording.goal_phrase(book.mission_file(number))) for number in (2, 8)]
    assert goals[0].startswith("Take 4 enemy ones. ")
    assert goals[1].startswith("Take 8 enemy units. ")
