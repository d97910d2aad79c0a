"""DMARC (RFC 7489): whose proof counts for the domain of an author."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from publicsuffix2 import PublicSuffixList

if TYPE_CHECKING:
    from inbox.name_servers import LookUp


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which domains speak for ``domain``: with a policy all of its organisation, unless it wants
    itself alone for signatures (``strict_dkim``) or servers (``strict_spf``); without one itself,
    and those of which it is a part."""

    domain: str
    has_policy: bool = False
    strict_dkim: bool = False
    strict_spf: bool = False

    def takes_signer(self, domain: str) -> bool:
        """Whether a signature of this domain counts."""
        return self._is_spoken_for(domain, self.strict_dkim)

    def takes_sender(self, domain: str) -> bool:
        """Whether a server that may send for this domain counts."""
        return self._is_spoken_for(domain, self.strict_spf)

    def _is_spoken_for(self, domain: str, is_strict: bool) -> bool:
        other = domain.lower().rstrip(".")
        if other == self.domain:
            return True
        if is_strict or "." not in other or organisation(other) != organisation(self.domain):
            return False
        return self.has_policy or self.domain.endswith(f".{other}")


def find_alignment(domain: str, look_up: LookUp) -> Alignment:
    """Return which domains speak for one: by its policy, or that of its organisation.

    :raises NameServerError: if nobody knows.
    """
    for place in dict.fromkeys((domain, organisation(domain))):
        if policy := _read_policy(place, look_up):
            return Alignment(domain, True, policy.get("adkim") == "s", policy.get("aspf") == "s")
    return Alignment(domain)


def organisation(domain: str) -> str:
    """Return the domain that somebody has registered, of which this one is a part."""
    domain = domain.lower().rstrip(".")
    # The library's own answer for a suffix that it does not know is the suffix, as if one
    # organisation had registered all of it: the rule there is that it has one label.
    suffix = _suffixes().get_tld(domain, strict=True) or "suffix"
    return ".".join(domain.split(".")[-suffix.count(".") - 2 :])


def _read_policy(domain: str, look_up: LookUp) -> dict[str, str]:
    # Web processes ask no name servers, and all of DNS would come with it.
    from authheaders.dmarc_lookup import DMARCException, lookup_receiver_record

    try:
        policy: dict[str, str] = lookup_receiver_record(domain, _sole_policy(look_up))
    except DMARCException:
        return {}
    return policy


def _sole_policy(look_up: LookUp) -> Callable[[str], str | None]:
    """Return what finds the policy at a name: several are as good as none."""

    def find(name: str) -> str | None:
        found = [text for text in look_up(name, "TXT") if text.startswith("v=DMARC1")]
        return found[0] if len(found) == 1 else None

    return find


@cache
def _suffixes() -> PublicSuffixList:
    # The list that comes with publicsuffix2 is of 2019; reading one takes a tenth of a second.
    file = resources.files("authheaders").joinpath("public_suffix_list.txt")
    with file.open(encoding="utf-8") as lines:
        return PublicSuffixList(lines)
