"""The letters about signing in: posts their rows, and writes them when they are sent."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from mail import crypto, outbox
from mail.layout import Layout, LetterLink
from mail.letters import Letter, build_letter, reply_sentence
from mail.models import Delivery, Queue

KIND = "sign_in"


GIVEN = gettext_noop("Somebody, most likely you, gave this address at %(site)s.")
YOURS = gettext_noop("You get this letter because you have an account at %(site)s.")


@dataclass(frozen=True, slots=True)
class LetterWords:
    """What a letter about signing in says, and why it was sent; ``door`` is the label of a button
    and the name of the page it leads to."""

    subject: str
    headline: str
    paragraphs: tuple[str, ...]
    door: tuple[str, str] | None = None
    because: str = GIVEN


TYPE_IT = gettext_noop("Type it into the page that asks for it. It is good for 10 minutes.")
NOT_YOU = gettext_noop(
    "If you did not ask for it, do nothing: nobody gets in without the code. "
    "We never ask you to pass it on."
)
NOT_YOUR_KEY = gettext_noop(
    "If it was not you, somebody has been in your account: sign out everywhere else in your "
    "preferences, remove passkeys that are not yours, and make sure that nobody else reads your "
    "mail."
)
NOT_YOUR_PROVIDER = gettext_noop(
    "If it was not you, somebody has been in your account: sign out everywhere else in your "
    "preferences, and see there which ways to sign in are yours."
)
WORDS: Mapping[str, LetterWords] = {
    "sign_in": LetterWords(
        gettext_noop("Your code to sign in"),
        gettext_noop("Your code to sign in"),
        (TYPE_IT, NOT_YOU),
    ),
    "sign_up": LetterWords(
        gettext_noop("Your code to confirm this address"),
        gettext_noop("Is this your address?"),
        (
            gettext_noop("This code confirms that letters to this address reach you."),
            TYPE_IT,
            NOT_YOU,
        ),
    ),
    "unknown": LetterWords(
        gettext_noop("No account with this address"),
        gettext_noop("We do not know this address yet."),
        (
            gettext_noop("Somebody wanted to sign in with it, but there is no such account."),
            gettext_noop("If it was you, sign up, or try the address you signed up with."),
        ),
        (gettext_noop("Sign up"), "account_signup"),
    ),
    "known": LetterWords(
        gettext_noop("You have an account already"),
        gettext_noop("You have an account already."),
        (
            gettext_noop("Somebody wanted to sign up with this address, which has an account."),
            gettext_noop("If it was you, just sign in: we send you a code."),
        ),
        (gettext_noop("Sign in"), "account_login"),
    ),
    "key_added": LetterWords(
        gettext_noop("A passkey was added to your account"),
        gettext_noop("A passkey was added to your account."),
        (gettext_noop("You can now sign in with it, without a letter."), NOT_YOUR_KEY),
        (gettext_noop("See your passkeys"), "mfa_list_webauthn"),
        YOURS,
    ),
    "key_removed": LetterWords(
        gettext_noop("A passkey was removed from your account"),
        gettext_noop("A passkey was removed from your account."),
        (gettext_noop("Nobody can sign in with it any more."), NOT_YOUR_KEY),
        (gettext_noop("See your passkeys"), "mfa_list_webauthn"),
        YOURS,
    ),
    "provider_added": LetterWords(
        gettext_noop("Your account has another way to sign in"),
        gettext_noop("Your account has another way to sign in."),
        (
            gettext_noop(
                "Somebody, most likely you, has signed in by an account elsewhere that has this "
                "address. From now on that account opens this one."
            ),
            NOT_YOUR_PROVIDER,
        ),
        (gettext_noop("See how you sign in"), "preferences"),
        YOURS,
    ),
    "provider_removed": LetterWords(
        gettext_noop("Your account has one way less to sign in"),
        gettext_noop("Your account has one way less to sign in."),
        (
            gettext_noop("The account elsewhere that opened it does so no more."),
            NOT_YOUR_PROVIDER,
        ),
        (gettext_noop("See how you sign in"), "preferences"),
        YOURS,
    ),
    "token_made": LetterWords(
        gettext_noop("An access token was made for your account"),
        gettext_noop("An access token was made for your account."),
        (
            gettext_noop("A program that has it can act in your name, until you revoke it."),
            gettext_noop(
                "If it was not you, somebody has been in your account: revoke the token, and sign"
                " out everywhere else in your preferences."
            ),
        ),
        (gettext_noop("See your access tokens"), "tokens"),
        YOURS,
    ),
    "hook_off": LetterWords(
        gettext_noop("A program of yours is told nothing any more"),
        gettext_noop("A program of yours is told nothing any more."),
        (
            gettext_noop(
                "Its address took nothing for a day, or said that it wants nothing any more. We"
                " have switched it off."
            ),
            gettext_noop("Once it works again, switch it on: a test is sent there."),
        ),
        (gettext_noop("See where programs are told"), "hooks"),
        YOURS,
    ),
    "new_address": LetterWords(
        gettext_noop("Your code to confirm this address"),
        gettext_noop("Shall letters come here?"),
        (
            gettext_noop(
                "Somebody, most likely you, wants to use this address for their account. This code "
                "confirms that letters to it reach you."
            ),
            TYPE_IT,
            gettext_noop(
                "If it was not you, do nothing: nothing changes without the code. "
                "We never ask you to pass it on."
            ),
        ),
    ),
    "address_taken": LetterWords(
        gettext_noop("This address has an account already"),
        gettext_noop("This address has an account already."),
        (
            gettext_noop(
                "Somebody wanted to use this address for another account. That cannot be, as it "
                "has one already: nothing has changed."
            ),
            gettext_noop(
                "If it was you, and you want to use this address there, delete this account first "
                "or give it another address."
            ),
        ),
        (gettext_noop("Sign in"), "account_login"),
    ),
    "moved": LetterWords(
        gettext_noop("Your account has another address now"),
        gettext_noop("Your account has another address now."),
        (
            gettext_noop(
                "Letters and codes go there from now on; nothing more comes to this address."
            ),
            gettext_noop(
                "If it was not you, somebody has been in your account: object within 7 days. You "
                "get the account back with this address, and everybody else is signed out."
            ),
        ),
        (gettext_noop("That was not me"), "account_login"),  # or the path of its own
        YOURS,
    ),
    "second_address": LetterWords(
        gettext_noop("Letters go to a second address, too"),
        gettext_noop("Letters go to a second address, too."),
        (
            gettext_noop(
                "Letters about your games go to another address now, beside this one or in its"
                " place. Codes and what is about your account come here alone."
            ),
            gettext_noop(
                "If it was not you, somebody has been in your account: take that address away, and"
                " sign out everywhere else in your preferences."
            ),
        ),
        (gettext_noop("Where you hear of things"), "channels"),
        YOURS,
    ),
    "objection": LetterWords(
        gettext_noop("Your code to get your account back"),
        gettext_noop("Your code to get your account back"),
        (
            gettext_noop("With this code your account gets this address again."),
            TYPE_IT,
            gettext_noop(
                "If you did not ask for it, do nothing: nothing changes without the code. "
                "We never ask you to pass it on."
            ),
        ),
    ),
    "deletion": LetterWords(
        gettext_noop("Your code to delete your account"),
        gettext_noop("Your code to delete your account"),
        (
            gettext_noop("With this code your account is deleted for good. Nobody can undo that."),
            TYPE_IT,
            gettext_noop(
                "If you did not ask for it, do not use it, and sign out everywhere else in your "
                "preferences: somebody is in your account."
            ),
        ),
        because=YOURS,
    ),
    "test": LetterWords(
        gettext_noop("This letter has reached you"),
        gettext_noop("This letter has reached you."),
        (
            gettext_noop(
                "You have asked for it to see whether letters reach you again. Type the code into "
                "the page that asks for it, and letters about your games come again, too."
            ),
        ),
        because=YOURS,
    ),
}
CODELESS = {"address_taken"}


def post_code_letter(
    *,
    address: str,
    code: str,
    kind: str,
    language: str,
    now: datetime,
    person_id: int | None = None,
) -> None:
    """Put a letter about signing in into the outbox, in the caller's transaction.

    ``kind`` is a key of ``WORDS``; ``code`` is empty where there is none to be had; it is
    stored closed, and forgotten when the letter is closed.
    """
    secret = crypto.encrypt(code.encode()).decode()
    about: dict[str, object] = {"secret": secret, "what": kind, "language": language}
    _post_letter(address, about, now, person_id)


def post_notice(
    *, address: str, kind: str, language: str, now: datetime, path: str = "", once: str = ""
) -> None:
    """Put a letter without a code into the outbox; it is good at any time. Its button may lead to
    a ``path`` of its own. Of a kind there is one alone of what is named to be told ``once``."""
    about: dict[str, object] = {"what": kind, "language": language}
    key = f"{kind}-{once}" if once else ""
    _post_letter(address, about | ({"path": path} if path else {}), now, key=key)


def _post_letter(
    address: str,
    about: dict[str, object],
    now: datetime,
    person_id: int | None = None,
    key: str = "",
) -> None:
    row = outbox.build_delivery(
        key=f"{KIND}-{key or uuid.uuid4()}",
        kind=KIND,
        address=address,
        person_id=person_id,
        about=about,
        now=now,
        queue=Queue.CODES,
    )
    outbox.post_letters([row])


def write_letter(delivery: Delivery, now: datetime) -> Letter | None:
    """Return a letter about signing in; ``None`` where it is too old to be sent, or closed by
    a key that is gone."""
    code = _decrypt_code(delivery, now)
    if code is None:
        return None
    words = WORDS[delivery.about["what"]]
    with translation.override(delivery.about["language"]):
        return build_letter(
            _(words.subject), _build_layout(words, code, delivery.about.get("path", ""))
        )


def _decrypt_code(delivery: Delivery, now: datetime) -> str | None:
    """Return the code of a letter, or ""; ``None`` where it is not to be had any more."""
    if "secret" not in delivery.about:
        return ""
    if now - delivery.created_at >= outbox.MAX_SECRET_AGE:
        return None
    code = crypto.decrypt(delivery.about["secret"].encode())
    return None if code is None else code.decode()


def note_sent(delivery: Delivery, now: datetime) -> None:
    """Note nothing: a person who signs in has their code, and that is all."""


def _build_layout(words: LetterWords, code: str, path: str) -> Layout:
    return Layout(
        top=(settings.SITE_NAME,),
        headline=_(words.headline),
        paragraphs=tuple(_(paragraph) for paragraph in words.paragraphs),
        code=code,
        button=_build_button(words, path),
        foot=(_(words.because) % {"site": settings.SITE_URL}, reply_sentence()),
    )


def _build_button(words: LetterWords, path: str) -> LetterLink | None:
    if words.door is None:
        return None
    label, name = words.door
    return LetterLink(_(label), settings.SITE_URL + (path or reverse(name)))
