"""The administration: who may enter, and by which filters its lists may be queried.

Every registered model is held to the same rules, whether this site or a library registers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from django.conf import settings
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import DateField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from accounts.allauth_internals import did_use_passwordless_login
from accounts.models import Person
from ops import appeal_answers, interventions, lookalikes, report_answers


class PasskeyAdminSite(AdminSite):
    """Admits staff who have signed in with a passkey: reading their mail is not enough."""

    site_header = site_title = settings.SITE_NAME
    index_template = "admin/front.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the visitor is staff and signed in with a passkey."""
        return super().has_permission(request) and did_use_passwordless_login(request, request.user)

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect visitors to the sign-in; tell staff without a passkey session to use one."""
        index_url = reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            return redirect(index_url)
        if not isinstance(request.user, Person):
            return redirect_to_login(index_url)
        if not request.user.is_staff:
            raise PermissionDenied
        return render(request, "accounts/passkey_wanted.html", {"wanted": index_url}, status=403)

    def get_urls(self) -> list[Any]:
        """Return the URLs, with the health page and the interventions."""
        return [
            path("health/", self.admin_view(self.health_view), name="health"),
            path(
                "deeds/<slug:what>/<int:pk>/",
                self.admin_view(self.intervention_view),
                name="intervention",
            ),
            path("dismiss/<int:pk>/", self.admin_view(self.dismiss_view), name="dismiss"),
            path("set-aside/<int:pk>/", self.admin_view(self.set_aside_view), name="set_aside"),
            path(
                "appeals/<slug:how>/<int:pk>/",
                self.admin_view(self.appeal_view),
                name="answer_appeal",
            ),
            *super().get_urls(),
        ]

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> NoReturn:
        """Not found: nobody has a password."""
        raise Http404

    def password_change_done(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> NoReturn:
        """Not found, likewise."""
        raise Http404

    def health_view(self, request: HttpRequest) -> HttpResponse:
        """Show the health of the site."""
        return interventions.health_page(request, self.each_context(request))

    def intervention_view(self, request: HttpRequest, what: str, pk: int) -> HttpResponse:
        """Ask for a reason, and intervene in a game or an account."""
        return interventions.intervention_page(request, what, pk, self.each_context(request))

    def dismiss_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer a report: nothing is to be done."""
        return report_answers.dismiss_page(request, pk, self.each_context(request))

    def set_aside_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Set a pair of accounts aside that look like one person."""
        return lookalikes.set_aside_page(request, pk, self.each_context(request))

    def appeal_view(self, request: HttpRequest, how: str, pk: int) -> HttpResponse:
        """Answer an appeal: the measure is taken back, or stands."""
        return appeal_answers.answer_page(request, how, pk, self.each_context(request))

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        super().register(
            model_or_iterable, _with_declared_filters(admin_class or ModelAdmin), **options
        )


class DeclaredFiltersAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Allow only declared list filters; other lookups could reveal hidden data. Above a row stand
    the interventions possible for it."""

    change_form_template = "admin/row.html"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Show a row, with the interventions its reader may carry out."""
        row = kwargs.get("obj")
        context["available"] = [
            *interventions.available_interventions(request, row),
            *report_answers.available_answers(request, row),
            *lookalikes.available_answers(request, row),
            *appeal_answers.available_appeal_answers(request, row),
        ]
        return super().render_change_form(request, context, *args, **kwargs)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        # Each lookup in a URL is a question; enough of them spell out a hidden field (decision 27).
        return lookup in set(_declared_lookups(self, request))


def _with_declared_filters(admin_class: Any) -> Any:
    # First among the bases, so that no registered class can override the check.
    return type(admin_class.__name__, (DeclaredFiltersAdmin, admin_class), {})


def _declared_lookups(admin: ModelAdmin[Any], request: HttpRequest | None) -> Iterator[str]:
    """Yield the lookups that the filters of a list write into its URL."""
    for field in admin.get_list_filter(request) if request else admin.list_filter:
        yield from (f"{field}__exact", f"{field}__isnull")
        if isinstance(get_fields_from_path(admin.model, str(field))[-1], DateField):
            yield from (f"{field}__gte", f"{field}__lt")
