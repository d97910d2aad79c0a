"""The views of what other sites may show of a game: nothing that a stranger may not see."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import limits
from db.old_reads import may_be_old
from games import queries
from games.board import THEMES
from games.models import Animation
from games.pages.access import form_value, parse_number, player_action, signed_in_person
from games.play import clock
from games.sharing import animations, embeds, pictures
from games.sharing.framing import embeddable, open_to_sites
from games.sharing.painter import PainterBusyError

SHORT, LONG = 60, 3600  # seconds that caches keep what may change with a turn, and what rarely does
RETRY = 5


@require_safe
@may_be_old
@embeddable
def show_embedded_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game inside a page of another site, after the step ``upto``, by default the last."""
    visit = _public_game_or_404(pk)
    asked = parse_number(request.GET.get("upto", ""))
    shown = embeds.load_embedded_step(visit, visit.game.version if asked is None else asked)
    theme = embeds.known_theme(request.GET.get("theme", ""))
    context = {
        "visit": visit,
        "game": visit.game,
        "shown": shown,
        "theme": theme,
        "keep": f"&theme={theme}" if theme else "",
        "url": settings.SITE_URL + visit.game.get_absolute_url(),
    }
    response = render(request, "games/sharing/embed.html", context)
    return open_to_sites(response, seconds=SHORT)


@require_safe
@may_be_old
def send_oembed(request: HttpRequest) -> HttpResponse:
    """Tell how to embed the game that the page ``url`` shows, as oEmbed 1.0 has it, in JSON."""
    if request.GET.get("format", "json") != "json":
        return _plain_refusal(HTTPStatus.NOT_IMPLEMENTED)
    found = embeds.find_embedded_game(request.GET.get("url", ""))
    if found is None:
        return _plain_refusal(HTTPStatus.NOT_FOUND)
    widest, highest = (
        parse_number(request.GET.get(name, ""), digits=5) for name in ("maxwidth", "maxheight")
    )
    response = JsonResponse(embeds.oembed_data(*found, widest, highest))
    return open_to_sites(response, seconds=SHORT)


def _plain_refusal(status: HTTPStatus) -> HttpResponse:
    """Return a refusal that programs read."""
    response = HttpResponse(f"{status.phrase}\n", status=status, content_type="text/plain")
    return open_to_sites(response, seconds=SHORT)


@require_safe
@may_be_old
def send_step_drawing(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Send the board after a step as SVG, as anybody may know it."""
    drawing = _draw_step_or_404(request, pk, number)
    return open_to_sites(HttpResponse(drawing, content_type="image/svg+xml"), seconds=SHORT)


@require_safe
@may_be_old
def send_step_picture(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Send the board after a step as PNG, as anybody may know it."""
    try:
        painted = pictures.paint_step(_draw_step_or_404(request, pk, number))
    except PainterBusyError:
        status = HTTPStatus.SERVICE_UNAVAILABLE
        return HttpResponse(status=status, headers={"Retry-After": str(RETRY)})
    return open_to_sites(HttpResponse(painted, content_type="image/png"), seconds=SHORT)


def _draw_step_or_404(request: HttpRequest, pk: int, number: int) -> str:
    """Return the drawing of a step in the theme that the query names.

    :raises Http404: if the game is private, or there is none, or no such step.
    """
    visit = _public_game_or_404(pk)
    step = pictures.find_step(visit.game, number)
    if step is None:
        raise Http404
    theme = embeds.known_theme(request.GET.get("theme", "")) or THEMES[0]
    return pictures.draw_step(visit, step, theme)


@require_safe
@may_be_old
def send_game_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the picture that previews of links to a public game show."""
    return _send_preview(_public_game_or_404(pk))


@require_safe
@may_be_old
def send_table_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the picture that previews of links to a public table show."""
    return _send_preview(_public_visit_or_404(pk))


def _send_preview(visit: queries.Visit) -> HttpResponse:
    try:
        card = pictures.paint_preview(visit, settings.SITE_NAME)
    except PainterBusyError:
        # Who shows links asks once: the picture of all games of the kind is better than none.
        answer = redirect(static(f"boards/{visit.game.ruleset}-preview.png"))
        return open_to_sites(answer, seconds=SHORT)
    return open_to_sites(HttpResponse(card, content_type="image/png"), seconds=LONG)


@require_safe
def show_animation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show which animations of a game there are in the language of the page, and how to get one."""
    visit = _public_game_or_404(pk)
    theme = embeds.known_theme(request.GET.get("theme", "")) or THEMES[0]
    context = {
        "visit": visit,
        "game": visit.game,
        "themes": THEMES,
        "theme_shown": theme,
        "files": animations.list_files(visit, get_language() or settings.LANGUAGE_CODE, theme),
    }
    return render(request, "games/sharing/animation.html", context)


@player_action
def ask_for_animation(request: HttpRequest, pk: int) -> HttpResponse:
    """Have an animation of a game made, in the language of the page."""
    visit, theme = _public_game_or_404(pk), embeds.known_theme(form_value(request, "theme"))
    form, language = form_value(request, "form"), get_language() or settings.LANGUAGE_CODE
    if not theme or form not in Animation.Form.values:
        raise Http404
    if not limits.count_animation(request, signed_in_person(request)):
        messages.error(request, _("That is enough for today. Come back tomorrow."))
        return _redirect_to_animation(pk, theme)
    try:
        kind = animations.AnimationKind(form, language, theme)
        animations.ask_for_animation(visit, kind, now=clock.now())
    except animations.TooManyWaitError:
        messages.error(request, _("Too many animations wait to be made. Come back later."))
    return _redirect_to_animation(pk, theme)


def _redirect_to_animation(pk: int, theme: str) -> HttpResponse:
    return redirect(f"{reverse('game_animation', args=[pk])}?theme={theme}")


@require_safe
def send_gif(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Send the animation of a game as GIF; its name is the language and the theme."""
    return _send_animation(request, pk, name, Animation.Form.GIF, "image/gif")


@require_safe
def send_webp(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Send the animation of a game as WebP; its name is the language and the theme."""
    return _send_animation(request, pk, name, Animation.Form.WEBP, "image/webp")


def _send_animation(
    request: HttpRequest, pk: int, name: str, form: str, content_type: str
) -> HttpResponse:
    visit, (language, _dash, theme) = _public_game_or_404(pk), name.rpartition("-")
    kind = animations.AnimationKind(form, language, theme)
    animation = animations.find_animation(visit.game, kind)
    if animation is None or not animations.is_fit(animation, visit):
        raise Http404
    # Not an act, but what keeps a file that is looked at: a day is noted, once.
    animations.note_wanted(animation, now=clock.now())
    etag = f'"{animation.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(animations.read_file(animation), content_type=content_type)
    response["ETag"] = etag
    return open_to_sites(response, seconds=LONG)


def _public_game_or_404(pk: int) -> queries.Visit:
    visit = _public_visit_or_404(pk)
    if visit.game.started_at is None:
        raise Http404
    return visit


def _public_visit_or_404(pk: int) -> queries.Visit:
    """Return a game or table as anybody may see it.

    :raises Http404: if it is private, or there is none.
    """
    visit = pictures.load_public_visit(pk)
    if visit is None:
        raise Http404
    return visit
