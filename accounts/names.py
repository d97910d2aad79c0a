"""Which names people may have: to be read, to be told from each other, and nobody else's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

import idna
from confusable_homoglyphs.confusables import confusables_data
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

HOUSE = ("Sextant", "Astrolabe", "Compass", "Lantern", "Log")
OF_THE_SITE = (
    "Admin", "Administrator", "House", "Letters", "Moderator", "No reply", "Operator", "Postmaster",
    "Root", "Security", "Staff", "Superuser", "Support", "System", "Webmaster",
)  # fmt: skip
BESIDE = (
    "A", "And", "Account", "Center", "Desk", "Game", "Games", "Help", "Mail", "Of", "Official",
    "Our", "Player", "Service", "Team", "The", "Your",
)  # fmt: skip
PROGRAM = "Bot"  # the last word of the names of program accounts, and of nobody else's
BLANK = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
AS_PICTURE = "\ufe0f"
JOINERS = frozenset("\u200c\u200d" + AS_PICTURE)
NO_JOINERS = dict.fromkeys(map(ord, JOINERS))
MODIFIERS = AS_PICTURE + "".join(map(chr, range(0x1F3FB, 0x1F400)))  # of pictures: skin tones
WORD = re.compile(r"[^\W_]+")
LOOSE_MARKS = re.compile("[\u0300-\u036f\u20d0-\u20ff]")
HEAP = re.compile("[\ue000]{3}")
DOT = re.compile("(?<=[ij])([\u0300-\u036f]*?)\u0307")  # a dot on a letter that has one
MARK = "\ue000"  # stands for any mark while they are counted; nobody's name holds it


def check_name(name: str) -> None:
    """Refuse a name that cannot be read, or that speaks for the site.

    :raises ValidationError: with the one sentence that says why.
    """
    if has_invisible_signs(name):
        raise ValidationError(_("This contains invisible characters."))
    if HEAP.search("".join(MARK if _is_mark(sign) else sign for sign in name)):
        raise ValidationError(_("This has too many marks on one letter."))
    if not any(sign.isalnum() for sign in name):
        raise ValidationError(_("A name needs a letter or a digit."))
    if _speaks_for_the_site(name):
        raise ValidationError(_("This name belongs to the site."))
    if _speaks_for_a_program(name):
        raise ValidationError(_("Only bots are called so, and theirs is added by itself."))
    check_words(name)


def check_words(text: str) -> None:
    """Refuse a text that all can read, where it has a word that the operator has blocked.

    :raises ValidationError: with the one sentence that says so.
    """
    blocked = set(map(likeness, settings.BLOCKED_WORDS))
    if blocked and blocked & (_likenesses_of_words(text) | _likenesses_of_all(text)):
        raise ValidationError(_("This has a word that is not wanted here."))


def has_invisible_signs(text: str) -> bool:
    """Return whether a text holds signs that cannot be seen, but for those its script needs."""
    return not all(is_visible_sign(text, place) for place in range(len(text)))


def is_visible_sign(text: str, place: int) -> bool:
    """Return whether a sign of a text can be seen, or is one that its script needs there."""
    sign = text[place]
    if not (BLANK.match(sign) or unicodedata.category(sign).startswith("C")):
        return True
    return _joins(text, place)


def _joins(text: str, place: int) -> bool:
    """Whether a sign joins or parts its neighbours as their script wants (RFC 5892, appendix A),
    or makes one picture of two: between other letters nobody would see it."""
    if text[place] not in JOINERS:
        return False
    before, after = text[:place].rstrip(MODIFIERS)[-1:], text[place + 1 : place + 2]
    if _is_picture(before) and (text[place] == AS_PICTURE or _is_picture(after)):
        return True
    try:
        return idna.valid_contextj(text, place)
    except ValueError:  # beside a sign without a name
        return False


def _is_picture(sign: str) -> bool:
    return sign != "" and unicodedata.category(sign) == "So"


def likeness(name: str) -> str:
    """Return what names that look alike have in common, after the skeleton of Unicode TS 39.

    Spaces, points and case do not make a difference, nor do I, l and 1, O and 0, m and rn.
    """
    visible = unicodedata.normalize("NFKC", name.translate(NO_JOINERS))
    # First, since some look like letters of other scripts: a full stop like an Arabic nought.
    visible = "".join(sign for sign in visible if not unicodedata.category(sign).startswith("P"))
    plain = unicodedata.normalize("NFD", _replace_lookalikes(visible).casefold())
    plain = DOT.sub(r"\1", _replace_lookalikes(plain))
    bare = "".join(sign for sign in plain if sign.isalnum() or _is_mark(sign))
    return bare.translate(LAST).replace("rn", "m") or name


LAST = str.maketrans("ilo", "110")


def _speaks_for_the_site(name: str) -> bool:
    """Whether a name is the site's, holds it, or consists of words for those who run the site."""
    wholes, reserved = _likenesses_of_all(name), set(_reserved_likenesses())
    if any(likeness(settings.SITE_NAME) in alike or alike in reserved for alike in wholes):
        return True
    words = _likenesses_of_words(name)
    of_the_site = set(map(likeness, OF_THE_SITE))
    return bool(words & of_the_site) and words <= of_the_site | set(map(likeness, BESIDE))


def _speaks_for_a_program(name: str) -> bool:
    """Whether the last word of a name looks like the one that marks program accounts."""
    plain = unicodedata.normalize("NFKC", name)
    texts = (plain, LOOSE_MARKS.sub("", plain))
    lasts = [words[-1] for text in texts if (words := WORD.findall(text))]
    return likeness(PROGRAM) in map(likeness, lasts)


def mark_program(name: str) -> str:
    """Return the name of a program account: marked wherever names are read, letters included."""
    return f"{name} ({PROGRAM})"


def _likenesses_of_all(text: str) -> set[str]:
    """Return what a text looks like as one word: as it is, and by its letters and digits alone,
    whatever points and marks stand between them."""
    return {likeness(text), likeness("".join(WORD.findall(unicodedata.normalize("NFKC", text))))}


def _likenesses_of_words(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKC", text)
    # Once as it is, and once without marks that are no part of a letter, such as a line through it.
    words = (*WORD.findall(plain), *WORD.findall(LOOSE_MARKS.sub("", plain)))
    return set(map(likeness, words))


def _reserved_likenesses() -> Iterator[str]:
    yield from map(likeness, (*OF_THE_SITE, *HOUSE))
    yield from (likeness(f"{name} of the house") for name in HOUSE)


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def _replace_lookalikes(words: str) -> str:
    return words.translate(_lookalike_table())


@cache
def _lookalike_table() -> Mapping[int, str]:
    """Return for each letter the one that stands for all that look like it: Latin, if any."""
    stands: dict[str, set[str]] = {}
    for sign, others in confusables_data.items():
        alike = {sign, *(other["c"].strip("\u200e") for other in others)}
        known = [stands[one] for one in alike if one in stands]
        whole = alike.union(*known)
        stands |= dict.fromkeys(whole, whole)
    return {
        ord(sign): min((one for one in whole if len(one) == 1), key=_sign_rank)
        for sign, whole in stands.items()
        if len(sign) == 1
    }


def _sign_rank(sign: str) -> tuple[bool, str]:
    return not sign.isalnum(), sign
