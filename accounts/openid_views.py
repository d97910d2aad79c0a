"""Sign-in by the operator's provider: the way there and back, a name for somebody new, and the
way apart. Without a provider in the settings there is none of it (decision 95)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core.ratelimit import consume, respond_429
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialAccount, SocialApp
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.views import SignupView
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from requests import RequestException

from accounts.guests import as_visitor
from accounts.models import Person
from accounts.openid_adapter import PROVED_AT, provider_name, refuse_sign_in
from accounts.provider import OpenIDAdapter
from accounts.reauthentication import require_recent_sign_in
from mail import clock

PENDING_SECONDS = 30 * 60
# What a provider that is down, or answers with what is no OpenID Connect, can bring about; the
# last is a sign-in that was sent twice at once.
FAULTS = (
    RequestException,
    OAuth2Error,
    ImproperlyConfigured,
    AttributeError,
    KeyError,
    TypeError,
    ValueError,
    IntegrityError,
    Person.DoesNotExist,
)

View = Callable[..., HttpResponse]


def require_provider(view: View) -> View:
    """Return a view that is not there without a provider in the settings."""

    @wraps(view)
    def provider_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.OIDC_URL:
            raise Http404
        return view(request, *args, **kwargs)

    return provider_view


def refuse_faults(view: View) -> View:
    """Return a view that says so where the provider fails."""

    @wraps(view)
    def careful_view(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except FAULTS as error:
            return refuse_sign_in(request, "failed", error)

    return careful_view


@require_provider
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_faults
def begin_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead a browser to the provider, by a page of ours.

    A form whose answer is a redirect to there would be stopped by our own ``form-action``, and
    again by any further host that the provider redirects to.
    """
    if request.method != "POST":
        return redirect("account_login")  # back from there; the page itself is shown once
    if not consume(request, action="login"):
        refusal: HttpResponse = respond_429(request)
        return refusal
    provider = get_adapter(request).get_provider(request, settings.OIDC_URL)
    answer: HttpResponse = provider.redirect_from_request(request)
    if answer.status_code != HTTPStatus.FOUND:
        return answer
    context = {"redirect_url": answer["Location"], "provider": settings.OIDC_NAME}
    return render(request, "accounts/openid_redirect.html", context)


@require_provider
@require_safe
@refuse_faults
def finish_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in who comes back, once, by a secret that their browser alone was given."""
    view = OAuth2CallbackView.adapter_view(OpenIDAdapter(request, settings.OIDC_URL))
    return cast(HttpResponse, view(request))


class NameForm(SignupForm):  # type: ignore[misc]
    """The name of somebody new, whose address the provider has told."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = self.sociallogin.user.email
        del self.fields["email"]

    def spelled_address(self) -> str:
        """Return the address of the new account."""
        return str(self.address)

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the person, unless somebody took the name or the address meanwhile."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[no-any-return]
        except IntegrityError:
            messages.error(request, _("Please send that once more"))
            return None, redirect("account_login")


class ChooseNameView(SignupView):  # type: ignore[misc]
    """The page where somebody new chooses a name."""

    template_name = "accounts/openid_name.html"
    form_class = NameForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return cast(HttpResponse, super().dispatch(request, *args, **kwargs))
        except SocialApp.DoesNotExist:  # the settings have changed since
            return redirect("account_login")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._answer_in_time(super().get)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._answer_in_time(super().post)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"provider": settings.OIDC_NAME}

    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_invalid(form)
        answer.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return answer

    def get_authenticated_redirect_url(self) -> str:
        return reverse("home")

    def _answer_in_time(self, answer: View) -> HttpResponse:
        # What the provider said of an address is true for a while only.
        age = clock.now().timestamp() - self.sociallogin.state.get(PROVED_AT, 0)
        return answer(self.request) if age < PENDING_SECONDS else redirect("account_login")


@require_recent_sign_in
@require_POST
def separate_provider(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a provider away as a way into the reader's account, and tell them by a letter."""
    person = cast(Person, request.user)
    account = get_object_or_404(SocialAccount, pk=pk, user=person)
    with transaction.atomic():
        account.delete()
        get_account_adapter(request).send_notification_mail(
            "socialaccount/email/account_disconnected", person
        )
    said = _("You no longer sign in with %(provider)s.") % {"provider": provider_name(account)}
    messages.success(request, said)
    return redirect("preferences")


begin = as_visitor(begin_sign_in)
finish = as_visitor(finish_sign_in)
choose_name = as_visitor(require_provider(ChooseNameView.as_view()))
