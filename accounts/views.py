"""The pages about a person: preferences, passkeys, signing out elsewhere."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.views import LoginView
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import demo, former_names, reauthentication
from accounts.allauth_internals import begin_registration
from accounts.deleted_user import stored_name
from accounts.forms import PreferencesForm
from accounts.models import Person, check_zone
from accounts.openid_adapter import list_providers
from mail import clock


class SignInView(LoginView):  # type: ignore[misc]
    """The address to send a code to, the passkey, and on a trial site its demo people."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"demo_people": demo.demo_people()}


class AddPasskeyView(AddWebAuthnView):  # type: ignore[misc]
    """Ask the browser for a key that signs in without an address."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        options = begin_registration(self.request.user, passwordless=True)
        return context | {"options": options}

    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_invalid(form)
        answer.status_code = 422
        return answer

    def get_success_url(self) -> str:
        return reverse("mfa_list_webauthn")


sign_in = SignInView.as_view()
add_passkey = reauthentication.require_recent_sign_in(AddPasskeyView.as_view())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and take name, language, zone, letters, and which side of boards is near."""
    person = Person.objects.get(pk=cast(Person, request.user).pk)
    form = PreferencesForm(request.POST or None, instance=person)
    if form.is_valid() and _save_preferences(form):
        with translation.override(person.language):
            messages.success(request, _("Your preferences are saved."))
        return redirect("preferences")
    status = 422 if form.errors else 200
    context = {"form": form, "providers": [*list_providers(person)]}
    return render(request, "accounts/preferences.html", context, status=status)


def _save_preferences(form: PreferencesForm) -> bool:
    """Save what was filled in, on the row as it is at the last moment: whatever else has changed
    there stays. Say whether the name was still free."""
    try:
        with transaction.atomic():
            person = Person.objects.lock_person(form.instance.pk)
            before = stored_name(person)
            for name, value in form.cleaned_data.items():
                setattr(person, name, value)
            person.save()
            former_names.keep_former_name(person, before, now=clock.now())
    except Person.DoesNotExist:
        raise Http404 from None
    except IntegrityError:
        form.add_error("name", _("This name is taken."))
        return False
    return True


@login_required
@require_POST
def take_time_zone(request: HttpRequest) -> HttpResponse:
    """Take the time zone that a browser is in, if there is such a zone."""
    zone = request.POST.get("time_zone", "")
    try:
        check_zone(zone)
    except ValidationError as refusal:
        messages.error(request, refusal.message)
        return redirect("home")
    Person.objects.filter(pk=cast(Person, request.user).pk).update(time_zone=zone)
    messages.success(
        request, _("Times are shown in the time zone %(zone)s from now on.") % {"zone": zone}
    )
    return redirect("home")


@login_required
@require_POST
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End every other session."""
    person = cast(Person, request.user)
    person.end_sessions()
    update_session_auth_hash(request, person)
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("preferences")


@login_required
@require_POST
def renew_reply_addresses(request: HttpRequest) -> HttpResponse:
    """Make the addresses in all letters so far useless: somebody may have got one of them."""
    person = cast(Person, request.user)
    Person.objects.filter(pk=person.pk).update(reply_round=F("reply_round") + 1)
    messages.success(request, _("Older letters can no longer be answered."))
    return redirect("preferences")
