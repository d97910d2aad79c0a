"""Every address of the site, and whom it lets in: a new one without a row fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import invitation_optout, unsubscribe
from accounts.models import Person
from games.models import Game
from games.play import tables
from games.play.clock import PRESETS
from seasons.models import Competition, Group, Stage
from tests.seasons import competitions

# Status of GET, then of POST, for: anonymous, a stranger, a player, the host.
DOORS = """
api_reference                     200 200 200 200   405 405 405 405
appeal                            302 404 404 404   302 404 404 404
account_confirm_login_code        302 302 302 302   302 302 302 302
account_email                     302 302 302 302   302 302 302 302
account_email_verification_sent   302 302 302 302   302 302 302 302
account_inactive                  200 200 200 200   405 405 405 405
account_login                     200 302 302 302   200 302 302 302
account_logout                    302 200 200 200   302 302 302 302
account_request_login_code        302 302 302 302   302 302 302 302
account_signup                    200 302 302 302   200 302 302 302
add_push                          302 405 405 405   302 302 302 302
add_webhook                       302 405 405 405   302 400 400 400
address_code                      302 302 302 302   302 302 302 302
answer_letter                     405 405 405 405   404 404 404 404
archive                           200 200 200 200   405 405 405 405
archive_json                      200 200 200 200   405 405 405 405
block                             302 405 405 405   302 404 404 404
blocks                            302 200 200 200   302 405 405 405
bot_delete                        302 405 405 405   302 302 302 302
bot_make                          302 403 403 403   302 403 403 403
bot_start                         302 405 405 405   302 302 302 302
bot_stop                          302 405 405 405   302 302 302 302
bot_token                         302 403 403 403   302 403 403 403
campaign                          404 404 404 404   405 405 405 405
change_address                    302 403 403 403   302 403 403 403
channels                          302 200 200 200   302 405 405 405
choose_channel_order              302 405 405 405   302 302 302 302
close_feed                        302 405 405 405   302 302 302 302
competition                       200 200 200 200   405 405 405 405
competition-assist                405 405 405 405   302 404 404 422
competition-direct                302 404 404 200   405 405 405 405
competition-dismiss               405 405 405 405   302 404 404 302
competition-embed                 200 200 200 200   405 405 405 405
competition-enter                 302 302 302 302   302 302 302 302
competition-group                 200 200 200 200   405 405 405 405
competition-invited               200 200 200 200   405 405 405 405
competition-leave                 302 302 200 302   302 302 302 302
competition-results               200 200 200 200   405 405 405 405
competition-rule                  405 405 405 405   302 404 404 422
cup-new                           302 403 403 403   302 403 403 403
days_off                          302 200 200 200   302 405 405 405
delete_account                    302 403 403 403   302 403 403 403
delete_account_code               302 302 302 302   302 302 302 302
delete_account_progress           302 302 302 302   405 405 405 405
demo_sign_in                      405 405 405 405   404 404 404 404
dump_checksums                    404 404 404 404   405 405 405 405
dump_file                         404 404 404 404   405 405 405 405
dumps                             200 200 200 200   405 405 405 405
dumps_json                        200 200 200 200   405 405 405 405
end_session                       302 405 405 405   302 404 404 404
example                           200 200 200 200   200 200 200 200
export                            302 403 403 403   302 403 403 403
fairness                          200 200 200 200   405 405 405 405
fairness_chain                    200 200 200 200   405 405 405 405
feed_alarm                        302 405 405 405   302 302 302 302
feed_calendar                     404 404 404 404   405 405 405 405
feed_news                         404 404 404 404   405 405 405 405
feeds                             302 200 200 200   302 405 405 405
game                              200 200 200 200   405 405 405 405
game_act                          302 302 302 302   302 405 405 405
game_allow                        302 302 302 302   302 403 403 302
game_animation                    200 200 200 200   405 405 405 405
game_animation_ask                302 302 302 302   302 302 302 302
game_answer                       302 403 200 302   302 403 409 302
game_ask                          302 302 302 302   302 403 403 403
game_ask_accept                   302 302 302 302   302 403 403 404
game_ask_decline                  302 302 302 302   302 403 403 404
game_branch                       302 302 302 302   302 302 302 302
game_branch_keep                  302 302 302 302   302 302 302 302
game_check                        302 302 302 302   302 403 302 302
game_conditional                  302 404 404 404   302 404 404 404
game_decline                      302 302 302 302   302 403 302 302
game_decline_seat                 302 302 302 302   302 302 302 302
game_diaries                      404 404 404 404   405 405 405 405
game_diary                        302 200 200 200   302 405 405 405
game_diary_close                  302 302 302 302   302 302 302 302
game_diary_entry                  302 302 302 302   302 302 302 302
game_diary_note                   302 302 302 302   302 302 302 302
game_diary_open                   302 302 302 302   302 302 302 302
game_diary_remove                 302 302 302 302   302 302 302 302
game_embed                        200 200 200 200   405 405 405 405
game_events                       200 200 200 200   405 405 405 405
game_extend                       302 302 302 302   302 403 409 409
game_film                     200 200 200 200   405 405 405 405
game_gif                          404 404 404 404   405 405 405 405
game_history                      200 200 200 200   405 405 405 405
game_keep                         302 302 302 302   302 403 404 404
game_leave                        302 403 200 200   302 403 302 302
game_notation                     200 200 200 200   405 405 405 405
game_note                         302 302 302 302   302 403 409 409
game_nudge                        302 302 302 302   302 403 409 409
game_outline                      200 200 200 200   405 405 405 405
game_pause                        302 403 200 200   302 403 422 422
game_pause_agree                  302 302 302 302   302 403 409 409
game_pause_decline                302 302 302 302   302 403 409 409
game_pause_end                    302 302 302 302   302 403 409 409
game_plan                     302 302 302 302   302 403 302 302
game_premove                      302 302 302 302   302 403 302 409
game_preview                      200 200 200 200   405 405 405 405
game_proof                        200 200 200 200   405 405 405 405
game_reach                        200 200 200 200   405 405 405 405
game_record                       404 404 404 404   405 405 405 405
game_rematch                      302 302 302 302   302 403 404 404
game_return                       302 302 302 302   302 403 302 302
game_seen                     302 302 302 302   302 302 302 302
game_sent_notices                 302 200 200 200   302 405 405 405
game_standing                     302 403 200 200   302 403 302 302
game_step_back                    302 302 302 302   302 403 403 403
game_step_png                     200 200 200 200   405 405 405 405
game_step_svg                     200 200 200 200   405 405 405 405
game_submit                       302 302 302 302   302 403 409 302
game_take_back                    302 403 200 200   302 403 409 409
game_take_back_agree              302 302 302 302   302 403 409 409
game_take_back_refuse             302 302 302 302   302 403 409 409
game_takeover                     302 302 302 302   302 403 403 403
game_text                         200 200 200 200   405 405 405 405
game_thank                        302 302 302 302   302 403 404 404
game_try                          200 200 200 200   200 200 200 200
game_webp                         404 404 404 404   405 405 405 405
healthz                           200 200 200 200   405 405 405 405
help                              200 200 200 200   405 405 405 405
home                              200 200 200 200   405 405 405 405
honours                           200 200 200 200   405 405 405 405
hook                              302 404 404 404   302 404 404 404
hook_add                          302 403 403 403   302 403 403 403
hook_on                           302 405 405 405   302 404 404 404
hook_remove                       302 405 405 405   302 302 302 302
hook_renew                        302 403 403 403   302 403 403 403
hook_test                         302 405 405 405   302 404 404 404
hooks                             302 200 200 200   302 405 405 405
imprint                           200 200 200 200   405 405 405 405
invite                            200 200 200 200   405 405 405 405
league                            200 200 200 200   405 405 405 405
lesson                            200 200 200 200   200 200 200 200
lesson_done                       302 302 302 302   302 302 302 302
lessons                           200 200 200 200   405 405 405 405
lessons_overview                  200 200 200 200   405 405 405 405
letter                            404 404 404 404   405 405 405 405
letter_html                       404 404 404 404   405 405 405 405
letter_news                       200 200 200 200   405 405 405 405
letter_picture                    404 404 404 404   405 405 405 405
letters                           200 200 200 200   405 405 405 405
manifest                          200 200 200 200   405 405 405 405
measures                          302 200 200 200   302 405 405 405
metrics                           404 404 404 404   405 405 405 405
manners                           302 200 200 200   302 422 422 422
mfa_add_webauthn                  302 403 403 403   302 403 403 403
mfa_edit_webauthn                 302 403 403 403   302 403 403 403
mfa_list_webauthn                 302 200 200 200   302 405 405 405
mfa_login_webauthn                302 302 302 302   302 302 302 302
mfa_remove_webauthn               302 403 403 403   302 403 403 403
mission                           404 404 404 404   404 404 404 404
mission_begin                     404 404 404 404   404 404 404 404
mission_leave                     404 404 404 404   404 404 404 404
mission_plan                      404 404 404 404   404 404 404 404
mission_submit                    404 404 404 404   404 404 404 404
move_channel                      302 405 405 405   302 302 302 302
never                             200 200 200 200   200 200 200 200
news                              410 410 410 410   410 410 410 410
objection                         404 404 404 404   404 404 404 404
objection_code                    404 404 404 404   404 404 404 404
oembed                            404 404 404 404   405 405 405 405
offline                           200 200 200 200   405 405 405 405
open_feed                         302 405 405 405   302 302 302 302
openid_begin                      404 404 404 404   404 404 404 404
openid_callback                   404 404 404 404   404 404 404 404
openings                          200 200 200 200   405 405 405 405
openings_json                     200 200 200 200   405 405 405 405
player                            200 200 200 200   405 405 405 405
player_note                       302 405 405 405   302 404 404 404
preferences                       302 200 200 200   302 200 200 200
privacy                           200 200 200 200   405 405 405 405
readyz                            503 503 503 503   405 405 405 405
record_keys                       200 200 200 200   405 405 405 405
record_keys_json                  200 200 200 200   405 405 405 405
record_signed                     404 404 404 404   405 405 405 405
remove_channel                    302 405 405 405   302 302 302 302
renew_feed                        302 405 405 405   302 302 302 302
renew_reply_addresses             302 405 405 405   302 302 302 302
renew_unsubscribe                 302 405 405 405   302 302 302 302
return_days_off                   302 405 405 405   302 302 302 302
report_name                       302 200 200 422   302 422 422 422
report_title                      302 200 200 422   302 422 422 422
report_words                      302 404 404 404   302 404 404 404
reports                           302 200 200 200   302 405 405 405
rules                             200 200 200 200   405 405 405 405
rules_index                       200 200 200 200   405 405 405 405
sample_film                       200 200 200 200   405 405 405 405
security                          200 200 200 200   405 405 405 405
sent_notices                      302 200 200 200   302 405 405 405
seasons                           200 200 200 200   405 405 405 405
second_address                    302 403 403 403   302 403 403 403
second_address_code               302 302 302 302   302 302 302 302
separate_provider                 302 403 403 403   302 403 403 403
sessions                          302 200 200 200   302 405 405 405
set_language                      405 405 405 405   302 302 302 302
set_names                         405 405 405 405   302 302 302 302
set_theme                         405 405 405 405   302 302 302 302
setup_forget                      302 405 405 405   302 302 302 302
setup_rename                      302 405 405 405   302 404 404 404
setups                            302 200 200 200   302 405 405 405
sign_out_elsewhere                302 405 405 405   302 302 302 302
standing                          302 200 200 200   302 404 404 404
stand_in_accept                   302 405 405 405   302 302 302 302
stand_in_decline                  302 405 405 405   302 302 302 302
stand_in_name                     302 405 405 405   302 422 422 422
stand_in_withdraw                 302 405 405 405   302 302 302 302
socialaccount_signup              404 404 404 404   404 404 404 404
substitutes                       302 200 200 200   302 302 302 302
switch_on_channel                 302 405 405 405   302 404 404 404
table                             200 200 200 200   405 405 405 405
table_choose                      302 302 302 302   302 403 302 302
table_decline                     302 302 302 302   302 302 302 302
table_house                       302 302 302 302   302 403 403 302
table_invite                      302 302 302 302   302 403 403 302
table_join                        302 302 302 302   302 302 302 302
table_leave                       302 302 302 302   302 403 302 302
table_new                         302 200 200 200   302 422 422 422
table_play                        200 200 200 200   302 302 302 302
table_preview                     200 200 200 200   405 405 405 405
table_remove                      302 302 302 302   302 403 403 302
table_start                       302 302 302 302   302 403 403 302
table_word                        302 302 302 302   302 403 302 302
tables                            200 200 200 200   405 405 405 405
take_days_off                     302 405 405 405   302 422 422 422
take_time_zone                    302 405 405 405   302 302 302 302
test_channel                      302 405 405 405   302 404 404 404
test_letter                       302 405 405 405   302 302 302 302
test_letter_code                  302 302 302 302   302 302 302 302
token_make                        302 403 403 403   302 403 403 403
token_revoke                      302 405 405 405   302 302 302 302
tokens                            302 200 200 200   302 405 405 405
unblock                           302 405 405 405   302 302 302 302
unsent                            200 200 200 200   405 405 405 405
unsubscribe                       200 200 200 200   200 200 200 200
vacation_by_itself                302 405 405 405   302 302 302 302
words                             302 200 200 200   302 405 405 405
words_edit                        302 422 422 422   302 422 422 422
words_mute                        302 302 302 302   302 404 404 404
words_read                        302 302 302 302   302 302 302 302
words_say                         302 302 302 302   302 422 302 302
words_terms                       302 302 302 302   302 422 422 422
words_withdraw                    302 302 302 302   302 422 422 422
worker                            200 200 200 200   405 405 405 405
"""


@dataclass(frozen=True)
class Site:
    """The people who come to the doors, a game that runs, a table that is open, and a cup that the
    host of both directs, and the player has entered."""

    visitors: tuple[Person | None, ...]
    game: Game
    table: Game
    cup: Competition
    cookies: dict[Person | None, str]

    def address(self, name: str, pattern: URLPattern) -> str:
        told: dict[str, Any] = {
            "pk": self.table.pk if name.startswith("table") else self.game.pk,
            "key": self.table.invite_key,
            "slug": self.game.ruleset,
            "token": unsubscribe.unsubscribe_url(self.game.host).rstrip("/").rpartition("/")[2],
            "name": "letter",
            "cid": "board",
            "number": 1,
            "month": "2026-03",
            "remark": 1,
            "stage": 1,
            "group": 1,
            "form": "json",
            "what": "warn",
        }
        if name.startswith("competition"):
            told |= {"pk": self.cup.pk, "key": self.cup.invite_key}
        if name == "never":
            told["token"] = (
                invitation_optout.optout_url("frank@example.org").rstrip("/").rpartition("/")[2]
            )
        if name in ("player", "report_name", "honours"):
            told["pk"] = self.game.host.pk
        wanted = pattern.pattern.regex.groupindex
        return reverse(name, kwargs={part: told[part] for part in wanted})

    def fields(self, name: str) -> dict[str, object]:
        """Return what a form of the page would send."""
        orders = {"text": "end", "seen": self.game.version, "key": "k"}
        known: dict[str, dict[str, object]] = {
            "game_check": orders,
            "game_submit": orders,
            "game_premove": orders,
            "game_answer": orders,
            "game_animation_ask": {"form": "gif", "theme": "dark"},
            "game_ask": {"seat": "west"},
            "game_takeover": {"seat": "west"},
            "setup_rename": {"name": "Tower"},
            "table_new": {"ruleset": self.game.ruleset},
            "table_play": {"ruleset": self.game.ruleset},
            "table_choose": {"seat": "south", "colour": "white"},
            "words_say": {"audience": "all", "text": "Hello"},
            "table_invite": {"addresses": "erin@example.org"},
        }
        return known.get(name, {})


def patterns(found: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Walk all addresses but those of the administration and of the API, whose doors have rows of
    their own."""
    for pattern in found:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace not in ("admin", "api"):
            yield from patterns(pattern.url_patterns)


PATTERNS = {str(pattern.name): pattern for pattern in patterns(get_resolver().url_patterns)}
CELLS = [row.split() for row in DOORS.splitlines() if row]
ROWS = {name: [int(status) for status in statuses] for name, *statuses in CELLS}


@pytest.fixture
def site(game: Game, alice: Person, bob: Person, charlie: Person, now: datetime) -> Site:
    table = tables.open_table(
        alice,
        tables.TableTerms(ruleset=game.ruleset, title="Winter", pace=PRESETS["normal"]),
        now=now,
    )
    tables.join_table(table.pk, alice, now=now)
    tables.join_table(table.pk, bob, now=now)
    visitors = (None, charlie, bob, alice)
    cookies = {person: session_cookie(person) for person in visitors}
    return Site(visitors, game, table, open_cup_with_group(alice, bob), cookies)


def open_cup_with_group(director: Person, player: Person) -> Competition:
    """Return a cup that somebody has entered, with an empty group."""
    now = timezone.now()
    cup = competitions.open_cup(director, now)
    competitions.enter_all(cup, [player], now)
    stage = Stage.objects.create(
        competition=cup, number=1, group_count=1, begins_at=now, ends_at=now + timedelta(days=30)
    )
    Group.objects.create(stage=stage, number=1)
    return cup


def session_cookie(person: Person | None) -> str:
    """Return the header of a browser in which somebody has signed in, once for all doors."""
    client = Client()
    if person:
        client.force_login(person)
    return client.cookies.output(attrs=[], header="", sep=";").strip()


def knock(site: Site, name: str) -> list[int]:
    """Try a door for everybody, by GET and by POST; nothing of it lasts."""
    return [
        _status(site, name, person, method)
        for method in ("get", "post")
        for person in site.visitors
    ]


def _status(site: Site, name: str, person: Person | None, method: str) -> int:
    with transaction.atomic():
        client = Client(headers={"cookie": site.cookies[person]})
        address = site.address(name, PATTERNS[name])
        data = {"data": site.fields(name)} if method == "post" else {}
        status: int = getattr(client, method)(address, **data).status_code
        transaction.set_rollback(True)
    return status


def test_every_address_has_a_row() -> None:
    assert sorted(ROWS) == sorted(PATTERNS)


def test_every_address_lets_in_whom_it_should(site: Site, settings: Any) -> None:
    settings.PLAY = True
    assert {name: knock(site, name) for name in PATTERNS} == ROWS


@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_no_address_takes_other_methods(site: Site, settings: Any, method: str) -> None:
    settings.PLAY = True
    host = site.visitors[-1]
    answers = {name: _status(site, name, host, method) for name in PATTERNS}
    assert [name for name, status in answers.items() if status < 300] == []


OPEN_TO_ALL = {"tables", "table_new", "table_play"}
PRIVATE = {name for name in PATTERNS if name.startswith(("game", "table"))} - OPEN_TO_ALL


def test_a_private_game_is_hidden_from_strangers(site: Site) -> None:
    Game.objects.update(is_private=True)
    found = {
        (name, who, method): _status(site, name, visitor, method)
        for name in sorted(PRIVATE)
        for who, visitor in (("nobody", None), ("a stranger", site.visitors[1]))
        for method in ("get", "post")
    }
    hidden = {"nobody": {302, 404, 405}, "a stranger": {404, 405}}
    assert {door: status for door, status in found.items() if status not in hidden[door[1]]} == {}


def test_a_private_cup_is_hidden_from_strangers(site: Site) -> None:
    Competition.objects.update(is_private=True)
    doors = [name for name in PATTERNS if name.startswith("competition-") or name == "competition"]
    by_key = {"competition-invited"}
    found = {
        (name, method): _status(site, name, site.visitors[1], method)
        for name in sorted(set(doors) - by_key)
        for method in ("get", "post")
    }
    assert {door: status for door, status in found.items() if status not in {302, 404, 405}} == {}
    shown = _status(site, "competition", site.visitors[1], "get")
    assert shown == _status(site, "competition-results", site.visitors[2], "get") == 404
    assert _status(site, "competition", site.visitors[2], "get") == 200


@pytest.mark.parametrize(("action", "page"), [("game_check", "game"), ("table_join", "table")])
def test_the_address_of_an_action_leads_to_what_it_is_about(
    client: Client, site: Site, action: str, page: str
) -> None:
    about = site.address(page, PATTERNS[page])
    assert client.get(site.address(action, PATTERNS[action])).headers["Location"] == about
