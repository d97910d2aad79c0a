"""The view of the yardsticks: an authenticated POST with one insert."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from mail.models import Delivery


@login_required
def insert(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    key = uuid.uuid4().hex
    Delivery.objects.create(key=key, kind="bench", address="bench", created_at=now, next_at=now)
    return HttpResponseRedirect("/done/")
