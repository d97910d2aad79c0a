"""The door at which the owner of an address refuses all invitations, or allows them again: signed
out, with one click."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.email_normalize import owner_key
from accounts.models import InvitationOptOut

_signer = Signer(salt="accounts.never")


def optout_url(mailbox: str) -> str:
    """Return the address of the door of a mailbox, which does not tell whose it is."""
    mark = _mailbox_hash(owner_key(mailbox))
    return settings.SITE_URL + reverse("never", args=[_signer.sign(mark)])


def is_opted_out(mailbox: str) -> bool:
    """Return whether the owner of a mailbox wants no invitations, by whichever spelling of it."""
    marks = map(_mailbox_hash, {mailbox, owner_key(mailbox)})
    return InvitationOptOut.objects.filter(mark__in=list(marks)).exists()


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def optout_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the button; refuse when it is pressed, here or in a mail program (RFC 8058). Only
    here can it be taken back."""
    mark = _unsign_token(token)
    if request.method == "POST" and "allow" in request.POST:
        InvitationOptOut.objects.filter(mark=mark).delete()
    elif request.method == "POST":
        InvitationOptOut.objects.get_or_create(mark=mark, defaults={"at": timezone.now()})
    refused = InvitationOptOut.objects.filter(mark=mark).exists()
    response = render(request, "accounts/never.html", {"refused": refused})
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _mailbox_hash(mailbox: str) -> str:
    return hashlib.sha256(mailbox.encode()).hexdigest()


def _unsign_token(token: str) -> str:
    try:
        return _signer.unsign(token)
    except BadSignature as error:
        raise Http404 from error
