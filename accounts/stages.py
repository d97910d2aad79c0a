"""What stands between an answer at the door and being signed in."""

from __future__ import annotations

from allauth.account.stages import EmailVerificationStage, LoginStage
from django.http import HttpResponse

from accounts import guests


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


class GuestStage(LoginStage):  # type: ignore[misc]
    """The guest of this browser becomes the person who has just confirmed an address."""

    key = "guest"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Let sign-in go on, with the guest where there is one."""
        # At a first sign-in, too: those whose code of the sign-up ran out come in by that way.
        self.login.user = guests.sign_up_guest(self.request, self.login.user)
        return None, True
