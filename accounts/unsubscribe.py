"""The door that stops all letters to a person: it works signed out, and with one click."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import Person

_signer = Signer(salt="accounts.unsubscribe")


def address(person: Person) -> str:
    """Return the address of a person's own door; it serves this one purpose and never ends."""
    token = _signer.sign(str(person.pk))
    return settings.SITE_URL + reverse("unsubscribe", args=[token])


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the button; stop the letters when it is pressed, here or in a mail program (RFC 8058).

    Looking at the page changes nothing, so that whatever follows links does no harm.
    """
    person = _person(token)
    if request.method == "POST":
        Person.objects.filter(pk=person.pk).update(letters=False)
        person.letters = False
    response = render(request, "accounts/unsubscribe.html", {"reader": person})
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _person(token: str) -> Person:
    try:
        return get_object_or_404(Person, pk=_signer.unsign(token))
    except BadSignature as error:
        raise Http404 from error
