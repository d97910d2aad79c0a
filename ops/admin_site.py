"""The administration: who comes in, and what may be asked of it by its address.

Whatever is registered, by this site or by a library, is held to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.mfa.webauthn.internal.flows import did_use_passwordless_login
from django.conf import settings
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import DateField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from accounts.models import Person
from ops import interventions


class PasskeyAdminSite(AdminSite):
    """It opens to staff who have signed in with a passkey: no letter gives it away."""

    site_header = site_title = settings.SITE_NAME
    index_template = "admin/front.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this is somebody of the staff, by passkey."""
        return super().has_permission(request) and did_use_passwordless_login(request, request.user)

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead visitors to the sign-in and staff to their passkeys."""
        wanted = reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            return redirect(wanted)
        if not isinstance(request.user, Person):
            return redirect_to_login(wanted)
        if not request.user.is_staff:
            raise PermissionDenied
        return render(request, "accounts/passkey_wanted.html", {"wanted": wanted}, status=403)

    def get_urls(self) -> list[Any]:
        """Lead to the health of the site and to what may be done to games and accounts, too."""
        return [
            path("health/", self.admin_view(self.health_view), name="health"),
            path(
                "deeds/<slug:what>/<int:pk>/", self.admin_view(self.intervention_view), name="deed"
            ),
            *super().get_urls(),
        ]

    def health_view(self, request: HttpRequest) -> HttpResponse:
        """Show how the site does."""
        return interventions.health_page(request, self.each_context(request))

    def intervention_view(self, request: HttpRequest, what: str, pk: int) -> HttpResponse:
        """Ask for a reason, and do something to a game or an account."""
        return interventions.intervention_page(request, what, pk, self.each_context(request))

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        super().register(
            model_or_iterable, _with_declared_filters(admin_class or ModelAdmin), **options
        )


class DeclaredFiltersAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Lists answer to the filters beside them alone: any other would tell what is hidden. Above a
    row stands what may be done to it."""

    change_form_template = "admin/row.html"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Show a row, with what its reader may do to it."""
        context["deeds"] = interventions.available_interventions(request, kwargs.get("obj"))
        return super().render_change_form(request, context, *args, **kwargs)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in set(_declared_lookups(self, request))


def _with_declared_filters(admin_class: Any) -> Any:
    return type(admin_class.__name__, (DeclaredFiltersAdmin, admin_class), {})


def _declared_lookups(admin: ModelAdmin[Any], request: HttpRequest | None) -> Iterator[str]:
    """Yield what the filters of a list write into its address."""
    for shown in admin.get_list_filter(request) if request else admin.list_filter:
        yield from (f"{shown}__exact", f"{shown}__isnull")
        if isinstance(get_fields_from_path(admin.model, str(shown))[-1], DateField):
            yield from (f"{shown}__gte", f"{shown}__lt")
