"""System checks for what an operator can get wrong: ``manage.py check --deploy``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.exceptions import ImproperlyConfigured

from mail.provider import check_backend
from ops.tracing.switch import check_packages
from web.webhooks import check_libraries


@register(deploy=True)
def check_mail_backend(
    app_configs: Sequence[AppConfig] | None, **options: Any
) -> list[CheckMessage]:
    """Warn when letters would only be written to files."""
    if settings.EMAIL_BACKEND == "mail.files.EmailBackend":
        return [Warning("Letters go to files: set EMAIL_URL or ANYMAIL_PROVIDER.", id="mail.W001")]
    return []


@register(deploy=True)
def check_mail_library(
    app_configs: Sequence[AppConfig] | None, **options: Any
) -> list[CheckMessage]:
    """Refuse a mail provider whose library is not installed."""
    try:
        check_backend()
        check_libraries()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="mail.E001")]
    return []


@register(deploy=True)
def check_tracing(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Refuse tracing without the packages for it."""
    try:
        check_packages()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="config.E003")]
    return []


@register(deploy=True)
def check_failpoints(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Refuse failpoints outside tests."""
    if settings.FAULT:
        return [Error("FAULT is for tests only: unset it.", id="config.E001")]
    return []


@register(deploy=True)
def check_trial_mode(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Refuse a trial site, where anybody signs in as a demo person, in production."""
    if settings.PLAY:
        return [Error("PLAY is for trying out: unset it.", id="config.E002")]
    return []


@register(deploy=True)
def check_imprint(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Warn when the imprint and the privacy page would have gaps."""
    names = ("IMPRINT_NAME", "IMPRINT_ADDRESS", "LOG_DAYS", "MAIL_LOG_DAYS", "BACKUP_DAYS")
    missing = [name for name in names if not getattr(settings, name)]
    if not missing:
        return []
    message = f"Imprint and privacy have gaps: set {', '.join(missing)}."
    return [Warning(message, id="config.W001")]


@register(deploy=True)
def check_bounce_webhook(
    app_configs: Sequence[AppConfig] | None, **options: Any
) -> list[CheckMessage]:
    """Warn when the site would not learn that letters bounce."""
    if settings.ANYMAIL_PROVIDER and not settings.ANYMAIL_WEBHOOK_SECRET:
        message = "Nobody hears of letters that come back: set ANYMAIL_WEBHOOK_SECRET."
        return [Warning(message, id="mail.W002")]
    return []
