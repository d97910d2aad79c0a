"""What the provider tells of its people."""

from __future__ import annotations

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator

CONFIRMED = "confirmed"  # the group of those whose address it has confirmed


class Claims(OAuth2Validator):  # type: ignore[misc]
    """Address and name, with each sign-in."""

    oidc_claim_scope = None

    def get_additional_claims(self, request: Any) -> dict[str, Any]:
        person = request.user
        is_confirmed = person.groups.filter(name=CONFIRMED).exists()
        return {"email": person.email, "email_verified": is_confirmed, "name": person.first_name}
