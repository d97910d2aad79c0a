"""The inbox, for who runs the site: to look at, and to try dead mails again."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from inbox.models import IncomingMail


@admin.register(IncomingMail)
class IncomingMailAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What a mail says and where it was sent to stay out of sight: it may tell hidden plans."""

    list_display = (
        "id",
        "door",
        "status",
        "outcome",
        "attempts",
        "arrived_at",
        "handled_at",
        "error",
    )
    list_filter = ("status", "door")
    exclude = ("key", "proved_key", "address_key", "person_key", "envelope", "raw", "lease")
    actions = ("try_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: IncomingMail | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: IncomingMail | None = None) -> bool:
        return False

    def has_try_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("inbox.change_incomingmail")

    def get_queryset(self, request: HttpRequest) -> QuerySet[IncomingMail]:
        """Select the mails without what they say, which may be half a megabyte each."""
        return super().get_queryset(request).defer("raw", "envelope")

    @admin.action(description=_("Try dead mails again"), permissions=["try_again"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[IncomingMail]) -> None:
        dead = chosen.filter(status=IncomingMail.Status.DEAD)
        for mail in dead:
            self.log_change(request, mail, "tried again")
        count = dead.update(
            status=IncomingMail.Status.WAITING, attempts=0, error="", next_at=timezone.now()
        )
        told = ngettext("%(count)s mail waits again.", "%(count)s mails wait again.", count)
        self.message_user(request, told % {"count": count}, messages.SUCCESS)
