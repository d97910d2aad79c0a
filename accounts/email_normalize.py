"""When two addresses are the same, and when one only looks like the other."""

from __future__ import annotations

import unicodedata

import idna

DOTLESS = ("gmail.com", "googlemail.com")  # one host under two names


def mailbox(address: str) -> str:
    """Return an address as all its spellings are compared: small letters, the domain as in DNS.

    It is for comparing alone; letters go to the address as its owner has written it.
    """
    local, at, domain = _fold_case(address.strip()).rpartition("@")
    return f"{local}{at}{_dns_domain(domain)}"


def owner_key(address: str) -> str:
    """Return what all addresses have in common that reach one mailbox by their names alone:
    without what stands after a "+", and without dots where its host does not count them."""
    local, at, domain = mailbox(address).rpartition("@")
    local = local.partition("+")[0] or local
    if domain in DOTLESS:
        return f"{local.replace('.', '')}{at}{DOTLESS[0]}"
    return f"{local}{at}{domain}"


def _fold_case(words: str) -> str:
    return unicodedata.normalize("NFKC", words).casefold()


def _dns_domain(domain: str) -> str:
    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        return domain
