"""The contract of every rule set: how it is described and drawn for every viewer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from django.utils import translation
from django.utils.translation import gettext

from conquest.core import OPEN, BoardStyle, Phrase
from conquest.kit.picture.inks import FIGURES
from conquest.registry import AnyRules
from tests.conquest.moments import Moments, RandomGame
from tests.conquest.test_knowing import masked, viewers


def known_states(rules: AnyRules, moments: Moments) -> Iterator[Any]:
    """Yield every state as every viewer knows it."""
    for state in moments.values():
        for viewer in (*viewers(rules, state), OPEN):
            yield masked(rules, state, viewer)


def test_every_column_has_its_number_in_reports(rules: AnyRules, moments: Moments) -> None:
    names = [column.name for column in rules.telling.columns]
    assert len(names) == len(set(names))
    assert sum(column.is_main for column in rules.telling.columns) <= 1
    for state in known_states(rules, moments):
        for line in rules.telling.report(state).seats:
            assert set(names) <= line.numbers.keys()
            for column in rules.telling.columns:
                assert str(line.numbers[column.name]) in str(
                    column.count_in_words(line.numbers[column.name])
                )


def test_reports_have_all_points_or_none(rules: AnyRules, moments: Moments) -> None:
    for state in known_states(rules, moments):
        report = rules.telling.report(state)
        describe_events = {number is None for number in (report.points, report.base, report.used)}
        assert len(describe_events) == 1
        assert report.points == rules.judgement.points_left(state)
        assert report.number == rules.judgement.turn_number(state)


def test_the_known_state_of_every_viewer_is_drawn(rules: AnyRules, moments: Moments) -> None:
    for state in known_states(rules, moments):
        for style in (BoardStyle(title="Board"), BoardStyle(theme="dark", backdrop="", bare=True)):
            drawn = rules.telling.draw_board(state, style)
            ElementTree.fromstring(f"<g>{drawn}</g>")


def test_each_figure_is_drawn_on_its_field(rules: AnyRules, moments: Moments) -> None:
    for state in known_states(rules, moments):
        chart = rules.art.chart_of(rules.knowledge.write_view(state, None)["board"])
        stands = rules.telling.figures_by_field(state)
        drawn = rules.telling.draw_board(state, BoardStyle(backdrop="", bare=True))
        assert stands.keys() <= chart.fields.keys() | chart.beside.keys()
        assert all(f'data-f="{field}"' in drawn for field in stands)


def test_the_colours_of_seats_can_be_drawn(rules: AnyRules) -> None:
    assert set(rules.seating.colours) <= FIGURES.keys()
    assert rules.art.colours


def test_event_marks_are_on_fields_of_the_chart(rules: AnyRules, random_game: RandomGame) -> None:
    chart = rules.art.chart_of(rules.knowledge.write_view(random_game.state, None)["board"])
    for event in random_game.events:
        for viewer in (*viewers(rules, random_game.state), OPEN):
            for mark in rules.telling.event_marks(rules.knowledge.witness(event, viewer)):
                assert all(chart.point_of(field) for field in mark.fields)


def test_all_phrases_are_translated_to_german(
    rules: AnyRules, moments: Moments, random_game: RandomGame
) -> None:
    english = translate_all(rules, moments, random_game)
    with translation.override("de"):
        german = translate_all(rules, moments, random_game)
    assert len(german) == len(english)
    assert not [text for text in (*english, *german) if "%(" in text or not text.strip()]
    assert sum(one != other for one, other in zip(english, german, strict=True)) > len(english) / 2


def describe_events(
    rules: AnyRules, random_game: RandomGame
) -> Iterator[tuple[Any, Phrase | None]]:
    """Yield each event with its description for each viewer, with and without the position."""
    before = None
    for event in random_game.events:
        for viewer in (*viewers(rules, random_game.state), OPEN):
            seen = rules.knowledge.witness(event, viewer)
            known = before and rules.knowledge.known_state(before, viewer)
            yield seen, rules.telling.describe_event(seen, viewer, known)
            yield seen, rules.telling.describe_event(seen, viewer, None)
        before = rules.judgement.evolve(before, event)


def test_descriptions_of_events_begin_with_a_capital_letter(
    rules: AnyRules, random_game: RandomGame
) -> None:
    sentences = [str(phrase) for _event, phrase in describe_events(rules, random_game) if phrase]
    assert [text for text in sentences if not text[0].isupper()] == []


def test_losses_are_drawn_as_ghosts(rules: AnyRules, random_game: RandomGame) -> None:
    for event in random_game.events:
        ghosts = [
            mark for mark in rules.telling.event_marks(event) if mark.kind == "ghost" and mark.seat
        ]
        losses = rules.telling.losses(event)
        assert sorted(str(ghost.seat) for ghost in ghosts) == sorted(one.seat for one in losses)


def test_every_named_figure_can_be_drawn(rules: AnyRules) -> None:
    assert rules.telling.figures
    assert rules.telling.figures.keys() <= rules.art.symbols.keys()


def translate_all(rules: AnyRules, moments: Moments, random_game: RandomGame) -> list[str]:
    phrases: list[Phrase | None] = [
        phrase for _event, phrase in describe_events(rules, random_game)
    ]
    phrases += rules.telling.figures.values()
    phrases += [loss.what for event in random_game.events for loss in rules.telling.losses(event)]
    for state in known_states(rules, moments):
        report = rules.telling.report(state)
        phrases += rules.telling.describe_state(state)
        phrases += [*report.reasons, *report.notes]
        phrases += [fact for line in report.seats for fact in line.facts]
        phrases += [figure.label for figure in rules.telling.figures_by_field(state).values()]
    return [phrase.translate_with(gettext) for phrase in phrases if phrase is not None]


def test_identities_of_pieces_are_unique(rules: AnyRules, moments: Moments) -> None:
    for state in known_states(rules, moments):
        identities, stands = rules.telling.identities(state), rules.telling.figures_by_field(state)
        names = [one.name for one in identities.values()]
        assert len(set(names)) == len(names)
        assert all(stands[field].seat for field in identities)


def test_identities_of_pieces_are_the_same_for_everybody(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        everybody = {
            tuple((at, one.name) for at, one in sorted(found.items()))
            for viewer in (*viewers(rules, state), OPEN)
            for found in (rules.telling.identities(masked(rules, state, viewer)),)
        }
        assert len(everybody) == 1


def test_views_are_plain_json(rules: AnyRules, moments: Moments) -> None:
    for state in moments.values():
        view = rules.knowledge.write_view(state, None)
        assert json.loads(json.dumps(view)) == json.loads(json.dumps(view, sort_keys=True))
