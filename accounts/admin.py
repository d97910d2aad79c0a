"""People, for who runs the site."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.admin import EmailAddress
from allauth.mfa.admin import Authenticator
from allauth.socialaccount.admin import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.admin import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import former_names, program_access
from accounts.deleted_user import stored_name
from accounts.forms import clean_name
from accounts.models import FormerAddress, Person, PlayerNote, SignInTrace
from mail import clock

RIGHTS = ("is_staff", "is_superuser", "groups")
admin.site.unregister(  # each of them is a way in
    [Authenticator, EmailAddress, Group, SocialAccount, SocialApp, SocialToken, UserSession]
)


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person, under a name they could have chosen themselves."""

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"], Person.objects.get(pk=self.instance.pk))


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who is of the staff, and may do what, is for superusers to say. An account is closed by an
    intervention of its own, so that its games go on and it is told why."""

    form = PersonForm
    list_display = (
        "name", "email", "language", "time_zone", "letters", "bounced_at", "is_active", "is_guest",
    )  # fmt: skip
    actions = ("end_sessions",)
    list_filter = (
        "is_guest", "is_program", "is_active", "is_staff", "is_house", "letters", "language",
    )  # fmt: skip
    search_fields = ("name", "email")
    fields: ClassVar = (
        "name",
        "names_before",
        "email",
        "language",
        "time_zone",
        "letters",
        "reminders",
        "nudges",
        "own_side_near",
        "letters_while_looking",
        "one_tap",
        "turns_at_once",
        "is_active",
        *RIGHTS,
        "bounced_at",
        "reached_at",
        "is_house",
        "is_guest",
        "is_program",
        "owner",
        "stopped_at",
        "joined_at",
        "last_login",
    )
    readonly_fields = (
        "names_before",
        "email",
        "turns_at_once",
        "is_active",
        "bounced_at",
        "reached_at",
        "is_house",
        "is_guest",
        "is_program",
        "owner",
        "stopped_at",
        "joined_at",
        "last_login",
    )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Person | None = None
    ) -> tuple[str, ...]:
        rights = () if request.user.is_superuser else RIGHTS
        return (*self.readonly_fields, *rights)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        before = stored_name(Person.objects.get(pk=obj.pk))
        super().save_model(request, obj, form, change)
        former_names.keep_former_name(obj, before, now=clock.now())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        above = obj is not None and obj.is_staff and not request.user.is_superuser
        gone = obj is not None and (obj.is_deleted or obj.is_guest or obj.is_program)
        return not above and not gone and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        return False

    @admin.display(description=_("Names before"))
    def names_before(self, person: Person) -> str:
        """Return the names that somebody had before, the latest first."""
        return ", ".join(person.former_names.order_by("-pk").values_list("name", flat=True))

    @admin.action(
        description=_("End all sessions, and revoke all access tokens"), permissions=["change"]
    )
    def end_sessions(self, request: HttpRequest, chosen: QuerySet[Person]) -> None:
        below = [person for person in chosen if self.has_change_permission(request, person)]
        for person in below:
            person.end_sessions()
            program_access.revoke_tokens(person, now=clock.now())
        told = ngettext(
            "%(count)s person is signed out, and their programs, too.",
            "%(count)s people are signed out, and their programs, too.",
            len(below),
        )
        self.message_user(request, told % {"count": len(below)}, messages.SUCCESS)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that nobody can add, change or delete here."""

    # Beside the filtered rows Django would count all rows of a table, such as all events.
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(FormerAddress)
class FormerAddressAdmin(ReadOnlyAdmin):
    """Addresses that people had before."""

    list_display = ("person", "address", "left_at", "may_object")
    search_fields = ("address", "person__name")
    list_select_related = ("person",)


@admin.register(PlayerNote)
class PlayerNoteAdmin(ReadOnlyAdmin):
    """Notes about players, which are hidden: to see that there are some."""

    list_display = ("person", "about")
    search_fields = ("person__name", "about__name")
    list_select_related = ("person", "about")
    exclude = ("text",)


@admin.register(SignInTrace)
class SignInTraceAdmin(ReadOnlyAdmin):
    """What sign-ins have left, by which accounts are compared."""

    list_display = ("person", "kind", "seen_at")
    search_fields = ("person__name",)
    list_select_related = ("person",)
    exclude = ("mark",)


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """What a group may do, superusers say."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser
