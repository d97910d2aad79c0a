"""What is there when the weather is over, against what was written down outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

Turns = Mapping[tuple[int, str], str]
Event = tuple[str, object]  # kind and data


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the site has: turns by game and key, the events of each game, the letters by their
    Message-IDs with their states, what stands still, and what ``verify`` says."""

    turns: Sequence[tuple[int, str, str]]
    events: Mapping[int, Sequence[Event]]
    letters: Mapping[str, str]
    coded: Collection[str]
    overdue: Sequence[str]
    broken: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known outside: turns that were accepted, the events that must have come of them,
    what the mail host took, and who was promised a code."""

    turns: Turns
    events: Mapping[int, Sequence[Event]]
    received: Sequence[str]
    promised: Collection[str]


def compare(known: Known, found: Found) -> list[str]:
    """Return what is lost, twice or stuck, a sentence each."""
    return [
        *_turns(known.turns, found.turns),
        *_events(known.events, found.events),
        *_letters(known.received, found.letters),
        *(f"no code came to {address}" for address in sorted({*known.promised} - {*found.coded})),
        *(f"stuck: {what}" for what in found.overdue),
        *([f"verify: {found.broken}"] if found.broken else []),
    ]


def repeated(received: Iterable[str]) -> int:
    """Count the letters that came again by the same name: mail programs show them once."""
    return sum(times - 1 for times in Counter(received).values())


def _turns(accepted: Turns, stored: Sequence[tuple[int, str, str]]) -> Iterable[str]:
    times = Counter((game, key) for game, key, _text in stored)
    texts = {(game, key): text for game, key, text in stored}
    for (game, key), text in accepted.items():
        if texts.get((game, key)) != text:
            yield f"lost: {text!r} in game {game} ({key})"
    for (game, key), count in times.items():
        if count > 1 or (game, key) not in accepted:
            yield f"{count} times in game {game}, accepted or not: {key}"


def _events(
    expected: Mapping[int, Sequence[Event]], stored: Mapping[int, Sequence[Event]]
) -> Iterable[str]:
    for game, events in expected.items():
        if list(stored.get(game, ())) != list(events):
            yield f"game {game} is another one than its turns make"


def _letters(received: Sequence[str], letters: Mapping[str, str]) -> Iterable[str]:
    came = set(received)
    for name, status in letters.items():
        if status in ("waiting", "dead"):
            yield f"{name} is {status}"
        elif status == "sent" and name not in came:
            yield f"{name} is called sent and never came"
    yield from (f"{name} came from nowhere" for name in sorted(came - set(letters)))
