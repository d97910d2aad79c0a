"""The outbox, for who runs the site: to look at, and to send dead letters again."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mail.models import Channel, Delivery, HookDelivery, ProgramHook


@admin.register(Delivery)
class DeliveryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What a letter is about stays out of sight: it may hold a code."""

    list_display = ("key", "kind", "address", "status", "attempts", "next_at", "sent_at", "error")
    list_filter = ("status", "kind")
    search_fields = ("key", "address")
    exclude = ("about",)
    actions = ("send_again",)
    list_select_related = ("person",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("mail.change_delivery")

    @admin.action(description=_("Send dead letters again"), permissions=["send_again"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[Delivery]) -> None:
        dead = chosen.filter(status=Delivery.Status.DEAD)
        for delivery in dead:
            self.log_change(request, delivery, "sent again")
        count = dead.update(
            status=Delivery.Status.WAITING, attempts=0, error="", next_at=timezone.now()
        )
        told = ngettext("%(count)s letter waits again.", "%(count)s letters wait again.", count)
        self.message_user(request, told % {"count": count}, messages.SUCCESS)


class ReadOnlyMailAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are looked at alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Channel)
class ChannelAdmin(ReadOnlyMailAdmin):
    """How channels do; their addresses are nobody else's."""

    list_display = ("person", "form", "host", "failures", "error", "next_at", "switched_off_at")
    list_filter = ("form",)
    list_select_related = ("person",)
    search_fields = ("person__name", "host")
    exclude = ("sealed", "mark")


@admin.register(ProgramHook)
class ProgramHookAdmin(ReadOnlyMailAdmin):
    """How hooks of programs do; their addresses and secrets are nobody else's."""

    list_display = ("person", "name", "host", "failures", "error", "next_at", "switched_off_at")
    list_select_related = ("person",)
    search_fields = ("person__name", "host")
    exclude = ("sealed", "sealed_secret", "sealed_old_secret")


@admin.register(HookDelivery)
class HookDeliveryAdmin(ReadOnlyMailAdmin):
    """What programs were told, by its kind alone."""

    list_display = ("hook", "kind", "status", "attempts", "next_at", "sent_at", "error")
    list_filter = ("status", "kind")
    list_select_related = ("hook",)
    search_fields = ("hook__person__name", "hook__host")
    exclude = ("about",)
