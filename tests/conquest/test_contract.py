"""The contract of every rule set: starts, snapshots, orders, views and texts."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquest import fuzz, registry
from conquest.core import (
    Choice,
    Fault,
    Numbers,
    Options,
    Phrase,
    PositionReport,
    Refused,
    Unreadable,
    fold,
)
from conquest.kit import chance, codec
from conquest.registry import AnyRules
from tests.conquest.moments import Moments
from tests.scheduling import choose_one

pytestmark = pytest.mark.long

TEXTS = st.text() | st.text(alphabet="s12S@x-;!>#*~ \nendpass")


def test_one_seed_starts_one_game(rules: AnyRules) -> None:
    starts = [rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))) for _ in range(2)]
    assert starts[0] == starts[1]
    assert rules.judgement.turn_number(fold(rules, None, starts[0])) == 1


def test_events_are_stored_as_plain_json(rules: AnyRules) -> None:
    for event in rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))):
        kind, data = codec.pack_event(event)
        again = codec.unpack_event(rules.judgement.events, kind, json.loads(json.dumps(data)))
        assert again == event
        assert type(event) is rules.judgement.events[kind]


def test_a_frozen_state_thaws_to_itself(rules: AnyRules, opening: Any) -> None:
    assert rules.judgement.thaw(rules.judgement.freeze(opening)) == opening


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"{}", b"\xff", b"[" * 20_000])
def test_thawing_a_broken_snapshot_is_a_fault(rules: AnyRules, broken: bytes) -> None:
    with pytest.raises(Fault):
        rules.judgement.thaw(broken)


def test_a_new_game_owes_a_decision(rules: AnyRules, opening: Any) -> None:
    assert rules.judgement.to_act(opening)
    assert set(rules.judgement.to_act(opening)) <= set(rules.seating.seats)
    assert rules.judgement.outcome(opening) is None


def test_default_orders_are_legal_in_a_new_game(rules: AnyRules, opening: Any) -> None:
    for seat in rules.judgement.to_act(opening):
        orders = rules.judgement.default_orders(opening, seat)
        assert (
            rules.notation.read_orders(opening, seat, rules.notation.write_orders(orders)) == orders
        )
        assert fold(rules, opening, rules.judgement.decide(opening, seat, orders)) != opening


def test_every_listed_choice_is_legal_and_canonical(rules: AnyRules, opening: Any) -> None:
    for seat in rules.judgement.to_act(opening):
        listed = rules.composing.legal_choices(opening, seat)
        assert [choice.text for choice in listed] == sorted(choice.text for choice in listed)
        for choice in listed:
            assert isinstance(choice, Choice)
            orders = rules.notation.read_orders(opening, seat, choice.text)
            assert rules.notation.write_orders(orders) == choice.text
            assert rules.judgement.decide(opening, seat, orders)


def test_the_way_of_a_choice_runs_from_origin_to_target(rules: AnyRules, opening: Any) -> None:
    for seat in rules.judgement.to_act(opening):
        for choice in rules.composing.legal_choices(opening, seat):
            ends = (choice.origin, choice.target) if choice.origin else ()
            assert choice.way[:1] + choice.way[-1:] == ends


def test_a_submission_is_split_into_its_words(rules: AnyRules, moments: Moments) -> None:
    notation, state = rules.notation, moments["turn"]
    seat = next(iter(rules.judgement.to_act(state)))
    turns = [choice.text for choice in rules.composing.legal_choices(state, seat)]
    words = [act.text for act in rules.judgement.side_actions(state, seat)]
    texts = [turns[0], *words] if words else turns  # parts of one turn may stand apart
    assert notation.split_words(notation.join_words(texts)) == tuple(texts)
    assert notation.between in notation.join_words(texts[:2])
    assert notation.split_words("\n".join(texts[:2])) == tuple(texts[:2])
    assert notation.split_words(f" \n{notation.between}") == ()


def test_any_seat_can_be_supposed_on_turn(rules: AnyRules, moments: Moments) -> None:
    """Only from the first turn on: during a set-up there is nothing to suppose."""
    state = moments["turn"]
    for seat in rules.judgement.seats(state):
        ahead = rules.judgement.suppose_turn(state, seat)
        assert rules.judgement.to_act(ahead) == {seat: "turn"}
        assert rules.composing.legal_choices(ahead, seat)


def test_unaffordable_fields_are_not_legal_targets(rules: AnyRules, opening: Any) -> None:
    seat = next(iter(rules.judgement.to_act(opening)))
    reached = {
        (choice.piece, choice.target) for choice in rules.composing.legal_choices(opening, seat)
    }
    afar = rules.composing.unaffordable_fields(opening, seat)
    assert not reached & {(piece, field) for piece, fields in afar.items() for field in fields}


def test_a_seat_without_a_decision_has_no_choices(rules: AnyRules, opening: Any) -> None:
    for seat in set(rules.judgement.seats(opening)) - set(rules.judgement.to_act(opening)):
        assert rules.composing.legal_choices(opening, seat) == ()


def test_a_position_is_read_back_by_the_judge(rules: AnyRules, opening: Any) -> None:
    position = json.loads(json.dumps(rules.judgement.write_position(opening)))
    assert (
        rules.judgement.write_position(
            rules.judgement.open_case(
                {**rules.table_of(rules.knowledge.write_view(opening, None)), "position": position}
            )
        )
        == position
    )


def test_a_view_is_described_in_numbers_and_words(rules: AnyRules, opening: Any) -> None:
    for seat in (*rules.seating.seats, None):
        view = json.loads(json.dumps(rules.knowledge.write_view(opening, seat)))
        known = rules.knowledge.read_view(view)
        report = rules.telling.report(known)
        assert isinstance(report, PositionReport)
        assert [line.seat for line in report.seats] == list(rules.judgement.seats(opening))
        assert all(
            isinstance(line, Phrase) and str(line) for line in rules.telling.describe_state(known)
        )


def test_figures_by_field_name_what_stands_where(rules: AnyRules, opening: Any) -> None:
    stands = rules.telling.figures_by_field(
        rules.knowledge.read_view(rules.knowledge.write_view(opening, None))
    )
    for seat in rules.judgement.to_act(opening):
        choices = rules.composing.legal_choices(opening, seat)
        assert {choice.origin for choice in choices if choice.origin} <= stands.keys()
    assert all(isinstance(figure.label, Phrase) for figure in stands.values())
    assert {figure.seat for figure in stands.values()} <= {*rules.seating.seats, None}


def test_the_insist_word_is_read_before_a_plan(rules: AnyRules, opening: Any) -> None:
    if rules.notation.insist:
        seat = next(iter(rules.judgement.to_act(opening)))
        text = next(
            choice.text for choice in rules.composing.legal_choices(opening, seat) if choice.origin
        )
        insisted = rules.notation.join_words((rules.notation.insist, text))
        assert len(rules.notation.read_orders(opening, seat, insisted)) == 2


def test_a_view_of_a_new_game_is_read_back(rules: AnyRules, opening: Any) -> None:
    """The state has nothing that the view hides: it gives the same view to the same seat."""
    for seat in (*rules.seating.seats, None):
        view = json.loads(json.dumps(rules.knowledge.write_view(opening, seat)))
        assert rules.knowledge.write_view(rules.knowledge.read_view(view), seat) == view


def test_every_seat_and_colour_has_a_name(rules: AnyRules) -> None:
    assert set(rules.seating.names) == set(rules.seating.seats)
    assert len(rules.seating.colours) >= len(rules.seating.seats)


@pytest.mark.parametrize("language", ["en", "de", "de-at", "fr"])
def test_rules_text_exists_in_every_language(rules: AnyRules, language: str) -> None:
    assert len(rules.telling.rules_text(language)) > 1000
    assert (
        rules.telling.rules_text("de")
        != rules.telling.rules_text("en")
        == rules.telling.rules_text("fr")
    )


@pytest.mark.parametrize("language", ["en", "de", "de-at", "fr"])
def test_lessons_text_exists_in_every_language_or_none(rules: AnyRules, language: str) -> None:
    assert bool(rules.telling.lessons_text(language)) == bool(rules.telling.lessons_text("en"))
    assert rules.telling.lessons_text("fr") == rules.telling.lessons_text("en")


@pytest.mark.parametrize(
    "text", ["", "  ", "# nothing", "> quoted\n> lines", ";;", "\x00", "\ud800"]
)
def test_a_text_without_orders_is_unreadable(rules: AnyRules, opening: Any, text: str) -> None:
    for seat in rules.seating.seats:
        with pytest.raises(Unreadable) as caught:
            rules.notation.read_orders(opening, seat, text)
        assert str(caught.value)
        assert caught.value.order == 0


@pytest.mark.parametrize("slug", sorted(registry.find_rulesets()))
@settings(deadline=None)
@given(text=TEXTS)
def test_any_text_is_read_or_refused(slug: str, text: str) -> None:
    rules = registry.get_ruleset(slug)
    opening = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    for seat in rules.seating.seats:
        refused = refusal(rules, opening, seat, text)
        assert refused is None or (str(refused) and refused.order is not None)


def test_a_text_at_which_a_reader_stumbles_would_be_found() -> None:
    @settings(deadline=None, database=None)
    @given(text=TEXTS)
    def read_any(text: str) -> None:
        refusal(stumbling, opening, "south", text)

    rules = registry.get_ruleset("conquest")
    opening = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    stumbling = replace(rules, notation=replace(rules.notation, read_orders=_read_or_stumble))
    with pytest.raises(IndexError):
        read_any()


def _read_or_stumble(state: Any, seat: str, text: str) -> Any:
    return [text][text.count("@")]


def refusal(rules: AnyRules, state: Any, seat: str, text: str) -> Refused | None:
    try:
        rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, text))
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("seed", choose_one([3, 11, 20], 11))
def test_random_games_pass_all_checks(rules: AnyRules, seed: int) -> None:
    tally = fuzz.play_games(rules, 1, seed)
    assert tally.games == 1
    assert tally.options > 10
    assert tally.mutants > 100


def test_fuzz_plays_at_tables_with_given_options(
    rules: AnyRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = rules.seating.options[0]
    chosen = option.choices[-1][0] if option.choices else max(option.between or ())
    tables: list[Any] = []

    def start(options: Options, numbers: Numbers) -> tuple[Any, ...]:
        tables.append(options)
        return rules.judgement.start_game(options, numbers)

    monkeypatch.setattr(fuzz.FuzzGame, "play_through", lambda game: None)
    judgement = replace(rules.judgement, start_game=start)
    fuzz.play_games(replace(rules, judgement=judgement), 3, 0, {option.name: chosen})
    assert [table[option.name] for table in tables] == [chosen] * 3
    for none in ({"nothing": 1}, 3):
        with pytest.raises(Fault):
            fuzz.play_games(rules, 1, 0, none)  # type: ignore[arg-type]


def test_fuzz_finds_standing_orders_that_cannot_answer(rules: AnyRules) -> None:
    """CP4: what standing orders answer is as legal as what a person does."""
    if not rules.standing:
        return
    assert any(fuzz.play_games(rules, 1, seed).standing for seed in range(50, 54))
    wrong = replace(
        rules.standing,
        answer_orders=lambda state, seat, _: rules.notation.read_orders(state, seat, "end"),
    )
    with pytest.raises(fuzz.BrokenRulesError):
        fuzz.play_games(replace(rules, standing=wrong), 4, 50)


def test_every_event_of_a_game_is_described(rules: AnyRules) -> None:
    game = fuzz.FuzzGame(rules, random.Random(4), fuzz.Tally())
    game.play_through()
    told = [
        phrase
        for event in game.events
        if (phrase := rules.telling.describe_event(event, None, None))
    ]
    assert len(told) > 20
    assert not [phrase for phrase in told if "%(" in str(phrase) or not str(phrase)]


def test_a_game_can_be_stopped_at_any_moment(rules: AnyRules, moments: Moments) -> None:
    """Each seat is in one side with a place, and the winners are those in front, if not all are."""
    adjudication = rules.judgement.adjudication
    assert isinstance(adjudication.rule, Phrase)
    for state in moments.values():
        outcome = adjudication.decide(state)
        seats = [seat for team in outcome.teams for seat in team.seats]
        assert sorted(seats) == sorted(rules.judgement.seats(state))
        first = {seat for team in outcome.teams if team.place == 1 for seat in team.seats}
        assert set(outcome.winners) == (set() if first == set(seats) else first)
