"""The door that stops all letters to a person: it works signed out, and with one click."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature, Signer
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Person


def unsubscribe_url(person: Person) -> str:
    """Return the address of a person's own door; it serves this one purpose, and ends only when
    its person wants new ones."""
    token = _person_signer(person).sign(str(person.pk))
    return settings.SITE_URL + reverse("unsubscribe", args=[token])


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the button; stop the letters when it is pressed, here or in a mail program (RFC 8058).

    Looking at the page changes nothing, so that whatever follows links does no harm.
    """
    person = _person_from_token(token)
    if request.method == "POST":
        Person.objects.filter(pk=person.pk).update(letters=False)
        person.letters = False
    response = render(request, "accounts/unsubscribe.html", {"reader": person})
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_POST
def renew_unsubscribe_urls(request: HttpRequest) -> HttpResponse:
    """Make the doors in all letters so far useless: one of them may have been passed on."""
    person = cast(Person, request.user)
    Person.objects.filter(pk=person.pk).update(unsubscribe_round=F("unsubscribe_round") + 1)
    messages.success(request, _("The links in older letters stop nothing any more."))
    return redirect("preferences")


def _person_from_token(token: str) -> Person:
    pk = token.partition(":")[0]
    person = get_object_or_404(Person, pk=pk if pk.isdecimal() and len(pk) < 19 else None)
    try:
        _person_signer(person).unsign(token)
    except BadSignature as error:
        raise Http404 from error
    return person


def _person_signer(person: Person) -> Signer:
    return Signer(salt=f"accounts.unsubscribe{person.unsubscribe_round or ''}")
