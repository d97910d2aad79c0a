"""Demo people of a trial site: one button signs in as one of them. Never on a real site."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.models import Person


def demo_people() -> QuerySet[Person]:
    """Select the demo people; nobody unless this is a trial site."""
    if not settings.PLAY or settings.SECURE:
        return Person.objects.none()
    return Person.objects.filter(
        email__endswith="@example.org", is_active=True, is_house=False
    ).order_by("pk")


@require_POST
def sign_in_demo_person(request: HttpRequest) -> HttpResponse:
    """Sign in as the demo person whose key is posted.

    :raises Http404: for anybody else, and always on a real site.
    """
    key = request.POST.get("person", "")
    if not key.isdecimal() or len(key) > 9:
        raise Http404
    person = get_object_or_404(demo_people(), pk=key)
    # Nobody else is this person: their language is the one in which the visitor has come in.
    person.language = (get_language() or person.language)[:2]
    person.save(update_fields=["language"])
    get_adapter(request).login(request, person)
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = settings.LOGIN_REDIRECT_URL
    return redirect(target)
