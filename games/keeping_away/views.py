"""The views of keeping away: whom somebody keeps away, and the buttons for it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import newcomers
from games.models import PlayerBlock
from games.pages.access import signed_in_person
from games.paging import paginate
from games.play import blocks, clock
from games.play.keeping_away import BlockRefused

LISTED = 50


@login_required
@never_cache
@require_safe
def list_blocks(request: HttpRequest) -> HttpResponse:
    """List those whom somebody keeps away."""
    own = PlayerBlock.objects.filter(person=signed_in_person(request)).select_related("other")
    page = paginate(own.order_by("-at", "-pk"), request.GET.get("page", ""), LISTED)
    return render(request, "keeping_away/blocks.html", {"page": page})


@login_required
@require_POST
def block_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a player away from now on."""
    other = get_object_or_404(newcomers.confirmed_people().filter(is_active=True), pk=pk)
    try:
        blocks.block(signed_in_person(request), other, now=clock.now())
    except BlockRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("player", pk)
    words = _("You keep away from %(name)s from now on. They are not told.")
    messages.success(request, words % {"name": other.name})
    return redirect("blocks")


@login_required
@require_POST
def unblock_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody come near again."""
    blocks.unblock(signed_in_person(request), pk)
    messages.success(request, _("You do not keep away from them any more."))
    return redirect("blocks")
