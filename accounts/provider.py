"""The operator's OpenID Connect provider: which of its claims count, and that none are kept.

allauth finds this module by its name, as it does in its own apps.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

LONGEST_UID, LONGEST_ADDRESS = 191, 254  # what the database holds
Claims = dict[str, Any]


class OpenIDAdapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """The steps of a sign-in by the provider."""

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        """Return the one address that is registered at the provider, whatever host was asked."""
        return settings.SITE_URL + reverse("openid_callback")

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        """Return who it is; a provider need not have an address that tells more about people."""
        app.settings["fetch_userinfo"] = "userinfo_endpoint" in self.openid_config
        return super().complete_login(request, app, token, **kwargs)


class OpenIDProvider(OpenIDConnectProvider):  # type: ignore[misc]
    """allauth's provider; it keeps the identifier of a person there, and nothing else."""

    oauth2_adapter_class = OpenIDAdapter
    pkce_enabled_default = True

    def get_redirect_from_request_kwargs(self, request: HttpRequest) -> dict[str, Any]:
        """Take from a request only where to go afterwards: it is a sign-in, never a connection to
        who is signed in, which would need a recent sign-in, and asks for no more than we use."""
        asked = super().get_redirect_from_request_kwargs(request)
        return {"process": AuthProcess.LOGIN, "next_url": asked.get("next_url")}

    def sociallogin_from_response(self, request: HttpRequest, response: Claims) -> Any:
        """Return who it is, with the address as it is written there."""
        login = super().sociallogin_from_response(request, response)
        address = _verified_address(response)
        if address.lower() == login.user.email:
            login.user.email = address  # a mail server may tell capitals apart
        return login

    def extract_uid(self, data: Claims) -> str:
        """Return the identifier of the signed token.

        :raises OAuth2Error: where there is none, or what is told besides is of somebody else.
        """
        token, more = data.get("id_token") or {}, data.get("userinfo")
        uid = token.get("sub")
        if not isinstance(uid, str) or not 0 < len(uid) <= LONGEST_UID or not uid.isprintable():
            raise OAuth2Error("There is no identifier.")
        if more is not None and more.get("sub") != uid:
            raise OAuth2Error("The identifiers differ.")
        return uid

    def extract_extra_data(self, data: Claims) -> Claims:
        """Return nothing: what is told of a person is forgotten."""
        return {}

    def extract_common_fields(self, data: Claims) -> Claims:
        names = (claims.get("name") for claims in _each_claims(data))
        return {"email": _verified_address(data), "name": next(filter(None, names), None)}

    def extract_email_addresses(self, data: Claims) -> list[EmailAddress]:
        """Return the address, if the provider says that it is verified."""
        address = _verified_address(data)
        return [EmailAddress(email=address, verified=True, primary=True)] if address else []


def _each_claims(data: Claims) -> list[Claims]:
    """Return what is told beside the signed token, and in it."""
    return [data.get("userinfo") or {}, data.get("id_token") or {}]


def _verified_address(data: Claims) -> str:
    """Return the address that the provider says is verified, "" if it says so of none."""
    # Both from one answer: the other one may be about another address.
    whole = (one for one in _each_claims(data) if "email" in one and "email_verified" in one)
    claims = next(whole, {})
    # Some providers write "true" as a text, and then "false", which must not count.
    address, is_verified = claims.get("email"), claims.get("email_verified") in (True, "true")
    if not is_verified or not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
        return ""
    return address


provider_classes = [OpenIDProvider]
