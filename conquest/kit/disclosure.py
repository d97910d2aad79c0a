"""The secrets that the head of a record opens after the game: its seed, words and salts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from conquest.core import Fault, RuleSet, Seat
from conquest.kit import chance, codec, commitments
from conquest.kit.commitments import ChainedEntry

STANDING, ORDERS = "Standing", "Orders"
# a head has all of these lines or none: one left out would go unnoticed
TOGETHER = frozenset({"Words", "Salts", "SetUps"})


@dataclass(frozen=True, slots=True)
class SecretSetUp:
    """A secret set-up that a ``seat`` handed in as event ``seq``: its ``order``, the ``salt`` in
    hexadecimal digits, and the ``commitment`` to both."""

    seq: int
    seat: Seat
    order: str
    salt: str
    commitment: str


@dataclass(frozen=True, slots=True)
class OpenedSecrets:
    """The secrets of a head: the ``seed``, the ``words`` of all seats in their order, and, by the
    number of their event, the ``salts`` of set-ups and the commitments to them (``set_ups``)."""

    seed: bytes
    words: tuple[str, ...] = ()
    salts: Mapping[str, str] = field(default_factory=dict)
    set_ups: Mapping[str, str] = field(default_factory=dict)

    @property
    def chance_key(self) -> bytes:
        """The key of the game's numbers."""
        return chance.derive_key(self.seed, self.words)


def head_lines(
    seed: bytes,
    words: Sequence[str],
    set_ups: Mapping[int, str],
    *,
    commitment: str = "",
    key_commitment: str = "",
) -> dict[str, str]:
    """Return the lines of the head that open a game.

    ``set_ups`` are commitments by the number of their event. The commitments to seed and key are
    computed where they are not given.
    """
    key = chance.derive_key(seed, words)
    lines = {"Commitment": commitment or commitments.hash_secret(seed), "Seed": seed.hex()}
    if key != seed:
        lines["KeyCommitment"] = key_commitment or commitments.hash_secret(key)
    salts = {str(seq): chance.derive_salt(seed, seq).hex() for seq in sorted(set_ups)}
    made = {str(seq): set_ups[seq] for seq in sorted(set_ups)}
    return lines | {
        "Words": _to_json(list(words)),
        "Salts": _to_json(salts),
        "SetUps": _to_json(made),
    }


def open_head(head: Mapping[str, str]) -> OpenedSecrets:
    """Return the secrets of a head after checking seed and key against their commitments.

    Records from before words and salts open only their seed, others nothing.

    :raises Fault: naming what does not fit.
    """
    opened = OpenedSecrets(
        _read_seed(head.get("Seed", "")),
        tuple(_head_value(head, "Words", "[]", list)),
        _head_value(head, "Salts", "{}", dict),
        _head_value(head, "SetUps", "{}", dict),
    )
    if "Commitment" in head and commitments.hash_secret(opened.seed) != head["Commitment"]:
        raise Fault("the seed does not fit its commitment")
    if TOGETHER & head.keys() and not TOGETHER | {"Commitment", "Seed", "Options"} <= head.keys():
        raise Fault("the head does not open its seed")
    # with words the key needs a commitment: no hash equals "", so that a missing line fails
    committed = head.get("KeyCommitment", "" if any(opened.words) else None)
    if committed is not None and commitments.hash_secret(opened.chance_key) != committed:
        raise Fault("the words do not fit the commitment to the key")
    return opened


def standing_line(filed: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the line that opens the standing orders of a game, each with its ``seat``, ``text``,
    ``salt`` (hexadecimal digits) and ``commitment``; no line where there were none."""
    orders = [dict(filing) for filing in filed]
    return {STANDING: _to_json(orders)} if orders else {}


def check_standing(head: Mapping[str, str]) -> None:
    """Check standing orders against the commitments made when they were filed.

    :raises Fault: naming the first that do not fit.
    """
    filed = codec.read_json(head.get(STANDING, "[]"))
    if not isinstance(filed, list):
        raise Fault(f"{STANDING} of the head cannot be read")
    for number, filing in enumerate(filed, start=1):
        if _filed_commitment(filing, number) != filing.get("commitment"):
            raise Fault(f"standing orders {number} do not fit their commitment")


def _filed_commitment(filing: Any, number: int) -> str:
    """Return the commitment that filed standing orders should have."""
    try:
        salt = bytes.fromhex(filing["salt"])
        return commitments.hash_standing_orders(salt, filing["seat"], filing["text"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Fault(f"standing orders {number} cannot be read") from error


@dataclass(frozen=True, slots=True)
class CommittedOrders:
    """The commitment to the standing orders of a ``seat`` after event ``seq``, and their ``text``,
    "" for none; None where they are erased with the account of their author."""

    seq: int
    seat: Seat
    commitment: str
    text: str | None


def orders_line(committed: Iterable[CommittedOrders]) -> dict[str, str]:
    """Return the line that opens what was committed of standing orders, none or some, whenever
    something happened; no line where nothing was."""
    texts: dict[str | None, int] = {}
    # Each text stands there once: most of them stay the same for long.
    rows = [
        [one.seq, one.seat, one.commitment, texts.setdefault(one.text, len(texts))]
        for one in committed
    ]
    return {ORDERS: _to_json({"texts": list(texts), "made": rows})} if rows else {}


def check_orders(head: Mapping[str, str], opened: OpenedSecrets) -> None:
    """Check what was committed of standing orders against their texts, with salts of the seed.

    :raises Fault: naming the first that does not fit.
    """
    for one in _read_orders(head):
        salt = chance.derive_orders_salt(opened.seed, one.seq, one.seat)
        if one.text is not None and one.commitment != commitments.hash_standing_orders(
            salt, one.seat, one.text
        ):
            raise Fault(
                f"the standing orders of {one.seat[:9]} at event {one.seq} do not fit their"
                " commitment"
            )


def _read_orders(head: Mapping[str, str]) -> Iterator[CommittedOrders]:
    try:
        value: Any = codec.read_json(head.get(ORDERS, '{"texts": [], "made": []}'))
        texts = msgspec.convert(value["texts"], list[str | None], strict=True)
        rows = msgspec.convert(value["made"], list[tuple[int, str, str, int]], strict=True)
        yield from [CommittedOrders(seq, seat, made, texts[at]) for seq, seat, made, at in rows]
    except (KeyError, TypeError, IndexError, msgspec.ValidationError) as error:
        raise Fault(f"{ORDERS} of the head cannot be read") from error


def check_set_ups(
    rules: RuleSet[Any, Any, Any], opened: OpenedSecrets, events: Sequence[Any]
) -> tuple[SecretSetUp, ...]:
    """Return the committed set-ups after checking each against its salt and commitment.

    :raises Fault: naming the first event that does not fit.
    """
    if opened.salts.keys() != opened.set_ups.keys():
        raise Fault("the salts are not those of the set-ups")
    return tuple(_verify_set_ups(rules, opened, events))


def _verify_set_ups(
    rules: RuleSet[Any, Any, Any], opened: OpenedSecrets, events: Sequence[Any]
) -> Iterator[SecretSetUp]:
    hidden = {
        str(seq): event
        for seq, event in enumerate(events, start=1)
        if commitments.hidden_order(rules, event)
    }
    for number, commitment in opened.set_ups.items():
        if number not in hidden:
            # shortened: the number is any text that the head has
            raise Fault(f"event {number[:9]} is no secret set-up")
        event, salt = hidden[number], chance.derive_salt(opened.seed, int(number))
        if opened.salts[number] != salt.hex():
            raise Fault(f"the salt of event {number} does not come of the seed")
        if commitments.hash_order(salt, event.order) != commitment:
            raise Fault(f"the set-up of event {number} does not fit its commitment")
        yield SecretSetUp(int(number), event.seat, event.order, salt.hex(), commitment)


def check_chain(
    head: Mapping[str, str], opened: OpenedSecrets, chain: Iterable[ChainedEntry]
) -> None:
    """Check that the chain of the site has the commitments of a game, and no others for it.

    Blind entries tell no game, so that set-ups are found among them by their commitments.

    :raises Fault: naming the first that differs.
    """
    entries = [link.entry for link in chain]
    blind = {entry.commitment for entry in entries if entry.game == commitments.NO_GAME}
    game = head.get("Game", "")
    made = {
        (commitments.SET_UP, seq): hashed
        for seq, hashed in opened.set_ups.items()
        if hashed in blind
    }
    for entry in (entry for entry in entries if str(entry.game) == game):
        # tables from before the chain were committed late, under a kind of their own (decision 30)
        kind = commitments.SEED if entry.kind == commitments.EARLIER else entry.kind
        made[kind, str(entry.seq)] = entry.commitment
    wanted = {(commitments.SET_UP, seq): hashed for seq, hashed in opened.set_ups.items()}
    wanted[commitments.SEED, "0"] = head.get("Commitment", "")
    if "KeyCommitment" in head:
        wanted[commitments.KEY, "0"] = head["KeyCommitment"]
    for kind, seq in {**wanted, **made}:
        if wanted.get((kind, seq)) != made.get((kind, seq)):
            event = f" of event {seq[:9]}" if kind == commitments.SET_UP else ""
            raise Fault(f"the {kind}{event} was committed otherwise in the chain")


def _read_seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise Fault("the seed is not hexadecimal") from error
    # fromhex also accepts blanks and capitals: one seed must have one spelling
    if seed.hex() != text:
        raise Fault("the seed is not written as it is by the site")
    return seed


def _head_value(head: Mapping[str, str], name: str, none: str, kind: type[Any]) -> Any:
    """Return a line of the head as JSON: a list or an object of texts."""
    value: Any = codec.read_json(head.get(name, none))
    if isinstance(value, kind):
        texts = value.values() if kind is dict else value
        if all(isinstance(text, str) for text in texts):
            return value
    raise Fault(f"{name} of the head cannot be read")


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
