"""A real OpenID Connect provider on loopback: django-oauth-toolkit, in a process of its own."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests import servers

NAME, CLIENT, SECRET, PASSWORD = "Dorfkonto", "zugpost", "planted-client-secret", "lamp-and-river"


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """Where it is, and how a site is told of it."""

    address: str

    @property
    def env(self) -> Mapping[str, str]:
        """Return the settings of a site that uses it."""
        return {
            "OIDC_URL": f"{self.address}/o",
            "OIDC_CLIENT_ID": CLIENT,
            "OIDC_SECRET": SECRET,
            "OIDC_NAME": NAME,
        }


@contextlib.contextmanager
def running(folder: Path) -> Iterator[IdentityProvider]:
    """Run the provider for a site on this machine."""
    port = servers.free_port()
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(servers.ROOT),
        "VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.identity_provider.settings",
        "PROVIDER_KEY": _make_key(),
        "PORT": str(port),
    }
    command = [sys.executable, str(Path(__file__).with_name("serve.py"))]
    address = f"http://127.0.0.1:{port}"
    with servers.running(command, env, "identity-provider", address) as server:
        servers.until(lambda: servers.is_open(port), f"identity provider, see {server.log}")
        yield IdentityProvider(address)


def _make_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()
