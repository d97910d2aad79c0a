"""What stands between an answer at the door and being signed in."""

from __future__ import annotations

from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponse


class AddressStage(EmailVerificationStage):  # type: ignore[misc]
    """Confirm the address at sign-up, and only then.

    Later a mailed code confirms it by itself, and a passkey needs no address.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Return the page to go to first, if any, and whether sign-in may go on."""
        if not self.login.signup:
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer
