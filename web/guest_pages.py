"""The pages that are open to guests; all others are closed to them until they are listed here.

A guest plays against the house: nobody meets them, writes to them or waits for them.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

from accounts.middleware import RequestHandler
from accounts.models import Person
from games.pages.access import is_script

# What everybody may read, and what asks for nobody.
READ = """
    api_reference archive archive_json dump_checksums dump_file dumps dumps_json openings
    openings_json
    competition competition-embed competition-group competition-invited competition-results fairness
    fairness_chain feed_calendar
    feed_news game_animation game_embed game_gif game_preview game_proof game_step_png
    game_step_svg game_webp healthz help home honours imprint invite league letter letter_html
    letter_news letter_picture letters manifest metrics news oembed offline player privacy
    readyz record_keys record_keys_json rules rules_index seasons security table table_preview
    tables unsent worker
"""
# Their games: those of others have nothing for them but what everybody may read.
PLAY = """
    game game_act game_answer game_branch game_branch_keep game_check game_conditional game_events
    game_film
    game_history game_keep game_leave game_notation game_note game_outline game_plan game_premove
    game_reach game_record game_rematch game_return game_seen game_standing game_submit game_text
    game_try record_signed table_play setup_forget setup_rename setups standing days_off
    return_days_off take_days_off vacation_by_itself
"""
LEARN = """
    campaign example lesson lesson_done lessons lessons_overview mission mission_begin
    mission_leave mission_plan mission_submit
"""
LOOK = "preferences set_language set_names set_theme take_time_zone"
# To sign up, to sign in, to leave; and the links in letters to somebody who may sit here, too.
SIGN_IN = """
    account_confirm_login_code account_email_verification_sent account_inactive account_login
    account_logout account_request_login_code account_signup demo_sign_in mfa_login_webauthn
    never objection objection_code openid_begin openid_callback socialaccount_signup unsubscribe
"""
OPEN = frozenset(f"{READ} {PLAY} {LEARN} {LOOK} {SIGN_IN}".split())


def close_to_guests(get_response: RequestHandler) -> RequestHandler:
    """Show a guest what an account is for, instead of a page that is not open to guests."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match, person = request.resolver_match, request.user
        if not isinstance(person, Person) or not person.is_guest:
            return None
        return None if match and _is_open(match) else _refuse_guest(request)

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def _is_open(match: ResolverMatch) -> bool:
    """Whether a page is open to guests; the API asks for tokens, which guests have none of."""
    return match.view_name in OPEN or "api" in match.namespaces


def _refuse_guest(request: HttpRequest) -> HttpResponse:
    if is_script(request):
        trouble = _("This needs an account. Sign up, and your games go along.")
        return JsonResponse({"trouble": trouble}, status=HTTPStatus.FORBIDDEN)
    return render(request, "accounts/guest_refused.html", status=HTTPStatus.FORBIDDEN)
