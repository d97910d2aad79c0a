"""What a mail provider wants installed to take our letters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string


def check_backend() -> None:
    """Import what sends letters.

    :raises ImproperlyConfigured: if its library is missing, or nobody knows the provider.
    """
    with missing_library():
        import_string(settings.EMAIL_BACKEND)


@contextmanager
def missing_library() -> Iterator[None]:
    """Say in one line what cannot be imported.

    :raises ImproperlyConfigured: in place of an ImportError.
    """
    try:
        yield
    except ImportError as error:
        reason = " ".join(str(error).split())
        raise ImproperlyConfigured(f"ANYMAIL_PROVIDER cannot be used: {reason}") from error
