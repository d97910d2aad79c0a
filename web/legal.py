"""The imprint and the privacy page, filled from the settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import email_change
from accounts.lookalikes import traces
from api import repeats
from db.old_reads import ACTED_SECONDS
from inbox.purge import HANDLED_FOR
from mail import purge
from mail.hooks import carrier


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Show who runs the site."""
    return render(request, "legal/imprint.html", _operator_context())


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored about people, what for, and for how long."""
    days = {
        "log_days": settings.LOG_DAYS,
        "mail_log_days": settings.MAIL_LOG_DAYS,
        "backup_days": settings.BACKUP_DAYS,
        "session_days": settings.SESSION_LIFETIME,
        "dead_days": purge.KEPT.days,
        "mail_days": HANDLED_FOR.days if settings.REPLY_ADDRESS else 0,
        "trace_days": traces.KEPT.days,
        "guest_days": settings.GUEST_DAYS,
        "objection_days": email_change.OBJECTIONS.days,
        "answer_days": repeats.KEPT.days,
        "hook_days": carrier.KEPT.days,
        "acted_seconds": ACTED_SECONDS if settings.DATABASE_READ_URL else 0,
        "uses_provider": bool(settings.ANYMAIL_PROVIDER),
    }
    return render(request, "legal/privacy.html", _operator_context() | days)


def _operator_context() -> dict[str, object]:
    contact = settings.IMPRINT_CONTACT
    return {
        "operator": settings.IMPRINT_NAME,
        "address_lines": settings.IMPRINT_ADDRESS,
        "contact_href": contact,
        "contact_words": contact.removeprefix("mailto:"),
    }
