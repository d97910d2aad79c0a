"""The list of all pages: where each is, and who looks at it in what state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import quote, urljoin

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page as Window
from playwright.sync_api import Response

from accounts import email_change, invitation_optout, unsubscribe
from accounts.models import FormerAddress, Person
from conquest.kit import chance
from games.models import Game, Intervention
from games.play.knowledge import known_opening
from mail.models import ProgramHook
from seasons.models import Competition
from tests.gallery.content import LANGUAGES
from tests.gallery.site import Gallery

FAULT = "/fault/"
SEND = """([action, values, isSigned]) => {
  const form = document.createElement("form");
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const all = isSigned ? { ...values, csrfmiddlewaretoken: token } : values;
  for (const [name, value] of Object.entries(all)) {
    const input = document.createElement("input");
    Object.assign(input, { name, value });
    form.append(input);
  }
  Object.assign(form, { method: "post", action });
  document.body.append(form);
  form.submit();
}"""

READY = """async () => {
  await document.fonts.ready;
  const page = document.documentElement;
  const script = "script[src*=game], script[src*=history]";
  return page && (page.dataset.ready || !document.querySelector(script));
}"""
ANSWERS = {
    f"answer-{name}-{language}"
    for name in ("preview", "refused", "question-again", "help", "status", "setup-preview")
    for language in LANGUAGES
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the site as ``who`` sees it (nobody: ""; "Alice!": Alice signed in long ago).

    ``post`` is sent to reach it, without the token of the site unless it ``is_signed``;
    ``template`` is shown as an answer that no honest request can bring about.
    """

    path: str
    who: str = ""
    status: int = 200
    post: Mapping[str, str] | None = None
    is_signed: bool = True
    template: str = ""
    context: Mapping[str, str] = field(default_factory=dict)

    def show(self, window: Window, gallery: Gallery, language: str) -> None:
        """Show the page in a window that has its person's cookies; see that it is the one."""
        address = urljoin(gallery.address, self.path)
        if self.template:
            self._stand_in(window, language)
        with window.expect_response(lambda answer: self._is(answer, address)) as answered:
            if self.post is None:
                window.goto(address)
            else:
                window.goto(urljoin(gallery.address, "/help/"))
                # Otherwise the page left behind would be taken for the one that is loading.
                with window.expect_navigation():
                    window.evaluate(SEND, [address, dict(self.post), self.is_signed])
        assert answered.value.status == self.status, f"{self.path}: {answered.value.status}"
        window.wait_for_load_state("load")
        window.wait_for_function(READY)

    @staticmethod
    def _is(answer: Response, address: str) -> bool:
        """Tell the page from the answer to a form that leads to it, with or without its name."""
        return answer.url == address and answer.status != HTTPStatus.SEE_OTHER

    def stood_in(self, language: str) -> str:
        """Return what its template shows."""
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        with translation.override(language):
            return render_to_string(
                self.template, {"site_name": "Zugpost", **self.context}, request
            )

    def _stand_in(self, window: Window, language: str) -> None:
        html = self.stood_in(language)
        window.route(
            f"**{FAULT}",
            lambda route: route.fulfill(status=self.status, body=html, content_type="text/html"),
        )


def pages(gallery: Gallery) -> dict[str, Page]:
    """Return every page of the site by a name for it."""
    return {
        **dict(_public(gallery)),
        **dict(_entrance(gallery)),
        **dict(_own(gallery)),
        **dict(_tables(gallery)),
        **dict(_games(gallery)),
        **dict(_seasons(gallery.content.cups, gallery.content.people["Alice"])),
        **dict(_practice(gallery)),
        **dict(_campaign(gallery)),
        **dict(_grand(gallery)),
        **dict(_bollwerk(gallery)),
        **dict(_espionage(gallery)),
        **dict(_armada(gallery)),
        **dict(_staff(gallery)),
        **dict(_letters(gallery)),
        **dict(_faults(gallery)),
    }


Named = Iterator[tuple[str, Page]]


def _public(gallery: Gallery) -> Named:
    winner = gallery.content.people["Alice"].pk
    yield "welcome", Page(path="/")
    yield "help", Page(path="/help/")
    yield "fairness", Page(path="/fairness/")
    yield "record-keys", Page(path="/fairness/keys/")
    yield "archive", Page(path="/archive/")
    yield "archive-searched", Page(path="/archive/?game=conquest&player=Alice&result=won")
    yield "archive-nobody", Page(path="/archive/?player=Nobody")
    yield "dumps", Page(path="/archive/files/")
    yield "openings", Page(path="/archive/openings/conquest/")
    yield "openings-none", Page(path="/archive/openings/grand-conquest/")
    yield "imprint", Page(path="/imprint/")
    yield "privacy", Page(path="/privacy/")
    yield "offline", Page(path="/offline/")
    yield "unsent", Page(path="/offline/unsent/")
    yield "games", Page(path="/rules/")
    yield "rules", Page(path="/rules/conquest/")
    yield "tables", Page(path="/tables/")
    yield "tables-running", Page(path="/tables/?show=running")
    yield "tables-over", Page(path="/tables/?show=over&game=conquest")
    yield "tables-none", Page(path="/tables/?words=nowhere&show=over")
    yield "league", Page(path="/league/")
    yield "league-sorted", Page(path="/league/conquest/?sort=wins", who="Alice")
    yield "league-house", Page(path="/league/conquest/?players=house", who="Alice")
    yield "player", Page(path=f"/players/{winner}/")
    noted = gallery.content.people["Bob"].pk
    yield "player-noted", Page(path=f"/players/{noted}/", who="Alice")
    yield "report", Page(path=f"/players/{noted}/report/", who="Alice")
    yield "report-refused", Page(path=f"/players/{noted}/report/", who="Alice", post={}, status=422)
    yield "reports", Page(path="/reports/", who="Kim")
    yield "measures", Page(path="/measures/", who="Lou")
    against = Intervention.objects.get(what="no_tables")
    yield "appeal", Page(path=f"/measures/{against.pk}/appeal/", who="Lou")
    yield "player-of-game", Page(path=f"/players/{winner}/?game=conquest")


def _entrance(gallery: Gallery) -> Named:
    alice = gallery.content.people["Alice"]
    door = unsubscribe.unsubscribe_url(alice).partition("//")[2].partition("/")[2]
    yield "sign-in", Page(path="/accounts/login/")
    yield "sign-in-refused", Page(path="/accounts/login/", post={"login": "nobody"})
    yield "sign-up", Page(path="/accounts/signup/")
    told = {"provider": "Dorfkonto", "reason": "unverified"}
    refused = "accounts/openid_refused.html"
    yield "openid-refused", Page(path=FAULT, status=403, template=refused, context=told)
    yield "sign-up-refused", Page(path="/accounts/signup/", post={"name": "Alice", "email": "x"})
    yield "sign-out", Page(path="/accounts/logout/", who="Alice")
    yield "closed", Page(path="/accounts/inactive/")
    refusal = invitation_optout.optout_url("frank@example.org").partition("//")[2].partition("/")[2]
    yield "unsubscribe", Page(path=f"/{door}")
    left = email_change.objection_path(FormerAddress.objects.get())
    yield "objection", Page(path=left)
    yield "never", Page(path=f"/{refusal}")


def _own(gallery: Gallery) -> Named:
    hook = ProgramHook.objects.get(name="Bollwerk bot").pk
    key = f"/accounts/passkeys/{gallery.content.key.pk}"
    yield "dashboard", Page(path="/", who="Alice")
    yield "dashboard-empty", Page(path="/", who="Erin")
    yield "preferences", Page(path="/preferences/", who="Alice")
    yield "preferences-bounced", Page(path="/preferences/", who="Gitta")
    yield "address", Page(path="/preferences/address/", who="Alice")
    yield "address-code", Page(path="/preferences/address/code/", who="Charlie")
    yield "test-letter-code", Page(path="/preferences/test-letter/code/", who="Gitta")
    yield "delete", Page(path="/preferences/delete/", who="Alice")
    yield "delete-code", Page(path="/preferences/delete/code/", who="Bob")
    yield "days-off", Page(path="/preferences/days-off/", who="Alice")
    yield "feeds-off", Page(path="/preferences/feeds/", who="Erin")
    yield "feeds", Page(path="/preferences/feeds/", who="Alice")
    yield "sent-notices", Page(path="/preferences/sent/", who="Alice")
    yield "manners", Page(path="/preferences/manners/", who="Alice")
    yield "channels-none", Page(path="/preferences/channels/", who="Erin")
    yield "programs-none", Page(path="/preferences/programs/", who="Erin")
    yield "programs", Page(path="/preferences/programs/", who="Alice")
    yield "hooks-none", Page(path="/preferences/programs/hooks/", who="Erin")
    yield "hooks", Page(path="/preferences/programs/hooks/", who="Alice")
    yield "hook", Page(path=f"/preferences/programs/hooks/{hook}/", who="Alice")
    yield "channels", Page(path="/preferences/channels/", who="Alice")
    yield "setups", Page(path="/setups/", who="Alice")
    yield "setups-none", Page(path="/setups/", who="Erin")
    yield "blocks", Page(path="/preferences/blocks/", who="Alice")
    yield "substitutes", Page(path="/preferences/substitutes/", who="Lou")
    yield "blocks-none", Page(path="/preferences/blocks/", who="Erin")
    yield "sessions", Page(path="/preferences/sessions/", who="Alice")
    wanted = "accounts/passkey_wanted.html"
    yield "passkey-wanted", Page(path=FAULT, status=403, template=wanted)
    yield "passkeys", Page(path="/accounts/passkeys/", who="Alice")
    yield "passkeys-none", Page(path="/accounts/passkeys/", who="Bob")
    yield "passkey-add", Page(path="/accounts/passkeys/add/", who="Charlie")
    yield "passkey-rename", Page(path=f"{key}/name/", who="Alice")
    yield "passkey-remove", Page(path=f"{key}/remove/", who="Alice")
    yield "sign-in-again", Page(path=f"{key}/name/", who="Alice!", status=403)


def _staff(gallery: Gallery) -> Named:
    """What the operators have beside Django's own pages."""
    game = gallery.content.games["turn"]
    seat = game.seats.get(name="west")
    yield "staff-front", Page(path=reverse("admin:index"), who="Hanna")
    yield "staff-health", Page(path=reverse("admin:health"), who="Hanna")
    yield "staff-game", Page(path=reverse("admin:games_game_change", args=[game.pk]), who="Hanna")
    replace = reverse("admin:intervention", args=["replace", seat.pk])
    yield "staff-deed", Page(path=replace, who="Hanna")
    yield "staff-refused", Page(path=replace, who="Hanna", post={"person": "Nobody"})


def _tables(gallery: Gallery) -> Named:
    games, new = gallery.content.games, "/tables/new/"
    yield "tables-signed-in", Page(path="/tables/", who="Alice")
    yield "tables-vacant", Page(path="/tables/?show=vacant", who="Erin")
    yield "tables-searched", Page(path="/tables/?words=a&free=1", who="Alice")
    yield "table-play", Page(path="/tables/play/", who="Alice")
    yield "table-choose", Page(path="/tables/new/", who="Alice")
    yield "table-new", Page(path=f"{new}?ruleset=conquest", who="Alice")
    yield "table-new-refused", Page(path=new, who="Alice", status=422, post={"ruleset": "conquest"})
    yield "table-host", Page(path=f"/tables/{games['mine'].pk}/", who="Alice")
    yield "table-sitting", Page(path=f"/tables/{games['mine'].pk}/", who="Bob")
    yield "table-guest", Page(path=f"/tables/{games['free'].pk}/", who="Alice")
    yield "table-public", Page(path=f"/tables/{games['free'].pk}/")
    yield "table-invited", Page(path=f"/invite/{games['private'].invite_key}/", who="Alice")
    yield "table-forgotten", Page(path=f"/tables/{games['forgotten'].pk}/", who="Alice")
    yield "table-off", Page(path=f"/tables/{games['off'].pk}/", who="Charlie")


def _games(gallery: Gallery) -> Named:
    game = {what: f"/games/{one.pk}" for what, one in gallery.content.games.items()}
    seen = str(gallery.content.games["turn"].version)
    yield "game-turn", Page(path=f"{game['turn']}/", who="Alice")
    yield "game-waiting", Page(path=f"{game['waiting']}/", who="Alice")
    yield "game-ways", Page(path=f"{game['turn']}/?plan=S18-S38", who="Alice")
    yield "game-empty", Page(path=f"{game['waiting']}/?empty=1", who="Alice")
    yield "game-asked", Page(path=f"{game['answer']}/", who="Alice")
    yield "game-watched", Page(path=f"{game['turn']}/")
    yield "game-vacant", Page(path=f"{game['left']}/", who="Erin")
    yield "game-west", Page(path=f"{game['left']}/", who="Bob")
    yield "game-absent", Page(path=f"{game['absent']}/", who="Alice")
    yield "game-sought", Page(path=f"{game['sought']}/", who="Lou")
    yield "game-advertised", Page(path=f"{game['advertised']}/")
    yield "game-stood-in", Page(path=f"{game['stood-in']}/", who="Lou")
    yield "game-stood-in-owner", Page(path=f"{game['stood-in']}/", who="Kim")
    yield "game-over", Page(path=f"{game['over']}/", who="Alice")
    played = f"{game['long-over']}/"
    yield "game-over-long", Page(path=played, who="Alice")
    yield "game-over-thanked", Page(path=played, who="Bob")
    yield "game-over-watched", Page(path=played)
    yield "game-text", Page(path=f"{game['turn']}/text/", who="Alice")
    yield "game-history", Page(path=f"{game['turn']}/history/", who="Alice")
    shown = f"{game['long-over']}/animation/"
    yield "game-animation", Page(path=shown, who="Alice")
    yield "game-animation-visitor", Page(path=f"{shown}?theme=dark")
    yield "game-embed", Page(path=f"{game['long-over']}/embed/?theme=dark&upto=9")
    yield "standing", Page(path=f"{game['turn']}/standing/", who="Alice")
    yield "standing-usual", Page(path="/preferences/standing/", who="Alice")
    yield "standing-none", Page(path=f"{game['waiting']}/standing/", who="Alice")
    yield "game-leave", Page(path=f"{game['turn']}/leave/", who="Alice")
    yield "diary", Page(path=f"{game['turn']}/diary/", who="Alice")
    yield "diary-empty", Page(path=f"{game['turn']}/diary/", who="Erin")
    yield "diary-open", Page(path=f"{game['long-over']}/diary/", who="Alice")
    yield "diaries", Page(path=f"{game['long-over']}/diaries/")
    yield "game-more-time", Page(path=f"{game['more-time']}/", who="Kim")
    yield "game-more-time-waiting", Page(path=f"{game['more-time']}/", who="Jan")
    yield "game-nudged", Page(path=f"{game['nudged']}/", who="Jan")
    yield "game-pause", Page(path=f"{game['more-time']}/pause/", who="Kim")
    yield "game-pause-silent", Page(path=f"{game['pause-asked']}/pause/", who="Kim")
    yield "game-pause-proposed", Page(path=f"{game['pause-asked']}/", who="Kim")
    yield "game-pause-asked", Page(path=f"{game['pause-asked']}/", who="Jan")
    yield "game-paused", Page(path=f"{game['paused']}/", who="Jan")
    yield "game-paused-watched", Page(path=f"{game['paused']}/")
    current = str(gallery.content.games["foreseen"].version)
    for name in ("foreseen", "unforeseen", "delayed"):
        yield f"game-{name}", Page(path=f"{game[name]}/", who="Kim")
        yield f"conditional-{name}", Page(path=f"{game[name]}/conditional/", who="Kim")
    yield (
        "conditional-refused",
        Page(
            path=f"{game['foreseen']}/conditional/",
            who="Kim",
            status=422,
            post={"do": "file", "text": "e19-e20", "seen": current},
        ),
    )
    line = "past=black%3A+e19-e20&seat=white&plan=i5-i6"
    yield "try-line", Page(path=f"{game['foreseen']}/try/?{line}", who="Kim")
    yield "game-back-asking", Page(path=f"{game['back-asked']}/", who="Kim")
    yield "game-back-asked", Page(path=f"{game['back-asked']}/", who="Jan")
    yield "game-taken-back", Page(path=f"{game['taken-back']}/", who="Jan")
    yield "game-take-back", Page(path=f"{game['back-asked']}/take-back/", who="Kim")
    yield "game-take-back-none", Page(path=f"{game['taken-back']}/take-back/", who="Kim")
    yield "answer", Page(path=f"{game['answer']}/answer/", who="Alice")
    yield (
        "check",
        Page(
            path=f"{game['turn']}/check/",
            who="Alice",
            status=302,  # to the address of the review
            post={"text": "end", "seen": seen},
        ),
    )
    yield "check-branched", Page(path=f"{game['branched']}/check/?end=1", who="Alice")
    yield "game-premove", Page(path=f"{game['branched']}/", who="Bob")
    yield "game-dropped", Page(path=f"{game['branched']}/", who="Alice")
    yield "check-ahead", Page(path=f"{game['branched']}/check/?end=1", who="Bob")
    yield "branch", Page(path=f"{game['branched']}/branch/?at=1&end=1", who="Alice")
    wrong = {"text": "S01-X99", "seen": seen}
    yield "refused", Page(path=f"{game['turn']}/check/", who="Alice", status=302, post=wrong)


def _seasons(cups: Mapping[str, Competition], alice: Person) -> Named:
    """Seasons and cups: lists, what can be entered, divisions, a Swiss, a bracket."""
    page = {what: one.get_absolute_url() for what, one in cups.items()}
    yield "seasons", Page(path="/seasons/", who="Alice")
    yield "seasons-public", Page(path="/seasons/?game=bollwerk")
    yield "competition-entry", Page(path=page["entry"], who="Charlie")
    yield "competition-entered", Page(path=page["entry"], who="Bob")
    yield "competition-public", Page(path=page["entry"])
    yield "competition-season", Page(path=page["season"], who="Alice")
    yield "competition-over", Page(path=page["over"])
    yield "competition-swiss", Page(path=page["swiss"], who="Alice")
    yield "competition-bracket", Page(path=page["bracket"], who="Alice")
    yield "competition-leave", Page(path=f"{page['season']}leave/", who="Alice")
    yield "competition-division", Page(path=f"{page['season']}1/1/?met=1", who="Alice")
    yield "competition-division-over", Page(path=f"{page['over']}1/1/")
    yield "competition-final", Page(path=f"{page['bracket']}3/1/")
    yield "competition-embed", Page(path=f"{page['season']}1/1/embed/")
    yield "competition-direct", Page(path=f"{page['bracket']}direct/", who="Dora")
    yield "cup-game", Page(path="/seasons/new/", who="Hanna")
    yield "cup-form", Page(path="/seasons/new/?game=conquest", who="Hanna")
    yield "cup-refused", Page(path="/seasons/new/", who="Charlie")
    yield "dashboard-seasons", Page(path="/", who="Alice")
    yield "player-honours", Page(path=f"/players/{alice.pk}/")
    yield "honours", Page(path=f"/players/{alice.pk}/honours/")


def _practice(gallery: Gallery) -> Named:
    game = f"/games/{gallery.content.games['turn'].pk}/try"
    asked = f"/games/{gallery.content.games['answer'].pk}/try"
    yield "lessons-of-games", Page(path="/learn/")
    yield "lessons", Page(path="/learn/conquest/")
    yield "lessons-done", Page(path="/learn/conquest/?sent=1")
    yield "lesson", Page(path="/learn/conquest/3/")
    yield "lesson-missed", Page(path="/learn/conquest/1/?plan=S12-S13")
    yield "lesson-reached", Page(path="/learn/conquest/1/?plan=S12-S13-S14")
    yield "lesson-answer", Page(path="/learn/conquest/6/")
    yield "lesson-answered", Page(path="/learn/conquest/6/?plan=S12xS13")
    plan = "S40-S29-S30%3B+S42-S40"
    yield "lesson-review", Page(path=f"/learn/conquest/11/?review=1&plan={plan}")
    yield "example", Page(path="/rules/conquest/1/")
    yield "sandbox", Page(path=f"{game}/?upto=9", who="Alice")
    yield "sandbox-asked", Page(path=f"{asked}/", who="Alice")
    yield "sandbox-watched", Page(path=f"{game}/?upto=3&past=west%3A+end&seat=north")


def _campaign(gallery: Gallery) -> Named:
    address = "/campaign/armada"
    yield "campaign", Page(path=f"{address}/")
    yield "campaign-won", Page(path=f"{address}/", who="Alice")
    yield "mission", Page(path=f"{address}/3/")
    yield "mission-turn", Page(path=f"{address}/2/", who="Alice")
    yield "mission-piece", Page(path=f"{address}/5/?piece=g2", who="Alice")
    yield "mission-step", Page(path=f"{address}/2/?step=2", who="Alice")
    yield "mission-stale", Page(path=f"{address}/2/?stale=1", who="Alice")
    yield "mission-won", Page(path=f"{address}/1/", who="Alice")
    yield "mission-lost", Page(path=f"{address}/7/", who="Alice")


def _grand(gallery: Gallery) -> Named:
    """What looks different in a game of islands where something is built."""
    pk = gallery.content.games["engines"].pk
    yield "grand-turn", Page(path=f"/games/{pk}/", who="Alice")
    yield "grand-piece", Page(path=f"/games/{pk}/?piece=S14", who="Alice")
    yield "grand-tool", Page(path=f"/games/{pk}/?tool=raise", who="Alice")
    yield "grand-plan", Page(path=f"/games/{pk}/?plan=S14*S15;raise+ST1", who="Alice")
    yield "grand-text", Page(path=f"/games/{pk}/text/", who="Alice")
    yield "grand-rules", Page(path="/rules/grand-conquest/")
    yield "grand-lessons", Page(path="/learn/grand-conquest/")
    yield "grand-lesson", Page(path="/learn/grand-conquest/3/")
    two = gallery.content.games["two"].pk
    yield "two-turn", Page(path=f"/games/{two}/", who="Alice")
    yield "two-watched", Page(path=f"/games/{two}/?seat=north", who="Bob")
    yield "two-history", Page(path=f"/games/{two}/history/", who="Alice")
    yield "two-text", Page(path=f"/games/{two}/text/", who="Alice")
    yield "grand-table-new", Page(path="/tables/new/?ruleset=grand-conquest", who="Alice")


def _bollwerk(gallery: Gallery) -> Named:
    """What looks different in a game for two with stones, acts and a tray."""
    pk, over = (gallery.content.games[name].pk for name in ("stones", "stones-over"))
    game, seen = f"/games/{pk}", str(gallery.content.games["stones"].version)
    yield "bollwerk-turn", Page(path=f"{game}/", who="Alice")
    yield "bollwerk-piece", Page(path=f"{game}/?piece=i6", who="Alice")
    yield "bollwerk-tray", Page(path=f"{game}/?plan=i6-g5&piece=g5", who="Alice")
    yield "bollwerk-tool", Page(path=f"{game}/?plan=c6-b8&piece=b8&tool=X", who="Alice")
    yield "bollwerk-waiting", Page(path=f"{game}/", who="Bob")
    yield "bollwerk-over", Page(path=f"/games/{over}/", who="Alice")
    yield "bollwerk-over-again", Page(path=f"/games/{over}/", who="Bob")
    yield "table-again", Page(path=f"/tables/{gallery.content.games['again'].pk}/", who="Bob")
    yield "bollwerk-text", Page(path=f"{game}/text/", who="Alice")
    yield "bollwerk-history", Page(path=f"/games/{over}/history/", who="Alice")
    yield "bollwerk-act", Page(path=f"{game}/act/?act=draw%21", who="Alice")
    turn = {"text": "a17-f17 +X f22", "seen": seen}
    yield "bollwerk-check", Page(path=f"{game}/check/", who="Alice", status=302, post=turn)
    wrong = {"text": "a17-f18", "seen": seen}
    yield "bollwerk-refused", Page(path=f"{game}/check/", who="Alice", status=302, post=wrong)
    yield "bollwerk-rules", Page(path="/rules/bollwerk/")
    yield "bollwerk-example", Page(path="/rules/bollwerk/1/")
    yield "bollwerk-lessons", Page(path="/learn/bollwerk/")
    yield "bollwerk-lesson", Page(path="/learn/bollwerk/4/")
    yield "bollwerk-sandbox", Page(path=f"{game}/try/", who="Alice")
    yield "bollwerk-table-new", Page(path="/tables/new/?ruleset=bollwerk", who="Alice")
    free = gallery.content.games["stones-free"].pk
    yield "bollwerk-table", Page(path=f"/tables/{free}/", who="Alice")
    yield "bollwerk-league", Page(path="/league/bollwerk/", who="Alice")


def _espionage(gallery: Gallery) -> Named:
    """What looks different in a game of secrets: a set-up, hidden pieces, what is not known."""
    games = gallery.content.games
    setting, pk, over = (games[name].pk for name in ("ranks-setup", "ranks", "ranks-over"))
    game, camp = f"/games/{pk}", "setup%20a1=M%20b1=Q%20c1=M%20a2=P%20b2=M%20c2=5%20d3=S"
    yield "espionage-setup", Page(path=f"/games/{setting}/", who="Alice")
    yield "espionage-camp", Page(path=f"/games/{setting}/?plan={camp}&tool=S", who="Alice")
    whole = _whole(gallery, "ranks-setup")
    yield "espionage-whole", Page(path=f"/games/{setting}/?plan={whole}", who="Alice")
    yield "espionage-ready", Page(path=f"/games/{setting}/", who="Bob")
    yield "espionage-turn", Page(path=f"{game}/", who="Alice")
    yield "espionage-waiting", Page(path=f"{game}/", who="Bob")
    yield "espionage-watched", Page(path=f"{game}/")
    yield "espionage-over", Page(path=f"/games/{over}/", who="Alice")
    yield "espionage-over-then", Page(path=f"/games/{over}/?eyes=white", who="Alice")
    past = f"/games/{over}/history/?upto=60"
    yield "espionage-past", Page(path=past, who="Alice")
    yield "espionage-past-then", Page(path=f"{past}&eyes=black", who="Alice")
    yield "espionage-proof", Page(path=f"/games/{over}/proof/", who="Alice")
    yield "espionage-unproved", Page(path=f"{game}/proof/", who="Alice")
    asked = f"/games/{games['seat-asked'].pk}/"
    yield "espionage-asked", Page(path=asked, who="Kim")
    yield "espionage-asked-seat", Page(path=asked, who="Lou")
    free = games["ranks-free"].pk
    yield "espionage-table", Page(path=f"/tables/{free}/", who="Alice")
    yield "espionage-table-sitting", Page(path=f"/tables/{free}/", who="Bob")
    yield "espionage-text", Page(path=f"{game}/text/", who="Alice")
    yield "espionage-history", Page(path=f"{game}/history/", who="Alice")
    yield "espionage-rules", Page(path="/rules/espionage/")
    yield "espionage-example", Page(path="/rules/espionage/1/")
    yield "espionage-lesson", Page(path="/learn/espionage/4/")
    yield "espionage-table-new", Page(path="/tables/new/?ruleset=espionage", who="Alice")


def _armada(gallery: Gallery) -> Named:
    """What looks different in a game of four with dice, alliances and defeats."""
    names = ("dice-setup", "dice-throw", "dice", "dice-asked", "dice-over")
    setting, throwing, pk, asked, over = (gallery.content.games[name].pk for name in names)
    game, camp = f"/games/{pk}", "setup%20a5=1%20a6=K%20b5=1"
    yield "armada-setup", Page(path=f"/games/{setting}/", who="Alice")
    yield "armada-camp", Page(path=f"/games/{setting}/?plan={camp}&tool=2", who="Alice")
    yield "armada-throw", Page(path=f"/games/{throwing}/", who="Alice")
    yield "armada-aim", Page(path=f"/games/{throwing}/?plan=throw%20j7", who="Alice")
    yield "armada-turn", Page(path=f"{game}/", who="Alice")
    yield "armada-waiting", Page(path=f"{game}/", who="Dora")
    yield "armada-watched", Page(path=f"{game}/")
    yield "armada-asked", Page(path=f"/games/{asked}/", who="Charlie")
    yield "armada-answer", Page(path=f"/games/{asked}/answer/", who="Charlie")
    yield "armada-ally", Page(path=f"{game}/?plan=ally%20south", who="Alice")
    yield "armada-proposed", Page(path=f"/games/{asked}/", who="Alice")
    thrown = _thrown(gallery.content.games["dice"])
    yield "armada-die", Page(path=f"{game}/history/?upto={thrown}", who="Alice")
    yield "armada-history", Page(path=f"{game}/history/", who="Alice")
    yield "armada-text", Page(path=f"{game}/text/", who="Alice")
    yield "armada-over", Page(path=f"/games/{over}/", who="Alice")
    yield "armada-rules", Page(path="/rules/armada/")
    yield "armada-example", Page(path="/rules/armada/1/")
    yield "armada-lesson", Page(path="/learn/armada/4/")
    yield "armada-table-new", Page(path="/tables/new/?ruleset=armada", who="Alice")


def _thrown(game: Game) -> int:
    """Return behind which event of a game the first die lies."""
    return game.events.filter(kind="threw").order_by("seq")[0].seq


def _whole(gallery: Gallery, name: str) -> str:
    """Return a whole set-up for the first seat of a game, as an address holds it."""
    game = gallery.content.games[name]
    state, numbers = known_opening(game).state, chance.keyed_numbers(b"whole")
    seat = game.rules.seating.seats[0]
    return quote(game.rules.composing.levels[-1].propose_orders(state, seat, numbers))


def _letters(gallery: Gallery) -> Named:
    yield "letters", Page(path="/letters/")
    yield "letter", Page(path=f"/letters/{gallery.letters['decision-turn-en']}/")
    for kind, name in sorted(gallery.letters.items()):
        # Most answers look alike: browsers see a few, and the kept texts have all.
        if not kind.startswith("answer-") or kind in ANSWERS:
            yield f"letter-{kind}", Page(path=f"/letters/{name}/html/")


def _faults(gallery: Gallery) -> Named:
    host = f"/tables/{gallery.content.games['free'].pk}/house/"
    yield "fault-400", Page(path=FAULT, status=400, template="400.html")
    yield "fault-403", Page(path=host, who="Alice", status=403, post={})
    yield "fault-403-csrf", Page(path="/language/", status=403, post={}, is_signed=False)
    yield "fault-404", Page(path="/nowhere/", status=404)
    yield "fault-405", Page(path="/theme/", who="Alice", status=405)
    yield "fault-429", Page(path=FAULT, status=429, template="429.html")
    yield "fault-500", Page(path=FAULT, status=500, template="500.html")
