"""Make the provider's people and its one client, and serve it."""

from __future__ import annotations

import os

import django


def main() -> None:
    """Serve until the process is ended."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _make_people()
    _register_site()
    call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", use_reloader=False)


def _make_people() -> None:
    from django.contrib.auth.models import Group, User

    from tests.identity_provider import PASSWORD
    from tests.identity_provider.claims import CONFIRMED

    confirmed = Group.objects.create(name=CONFIRMED)
    for name in ("Nora", "Alice", "Udo"):
        user = User.objects.create_user(
            name.lower(), f"{name.lower()}@example.org", PASSWORD, first_name=name
        )
        if name != "Udo":
            user.groups.add(confirmed)


def _register_site() -> None:
    from oauth2_provider.models import Application

    from tests.identity_provider import CLIENT, SECRET

    Application.objects.create(
        name="Zugpost",
        client_id=CLIENT,
        client_secret=SECRET,
        client_type="confidential",
        authorization_grant_type="authorization-code",
        algorithm="RS256",
        # Of a loopback address any port counts (RFC 8252).
        redirect_uris="http://127.0.0.1/accounts/openid/callback/",
    )


if __name__ == "__main__":
    main()
