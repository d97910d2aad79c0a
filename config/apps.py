"""App configurations: the site's own checks and signals, its administration, and the names under
which the administration lists the other apps."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from anymail.signals import inbound, tracking

        from accounts import bounces
        from config import checks  # noqa: F401  (registers itself)
        from inbox import webhook

        tracking.connect(bounces.handle_tracking_event)
        inbound.connect(webhook.handle_inbound_event)


class AdministrationConfig(AdminConfig):
    default_site = "ops.admin_site.PasskeyAdminSite"


class GamesConfig(AppConfig):
    name, verbose_name = "games", _("Games")


class TrainingConfig(AppConfig):
    name, verbose_name = "training", _("Training")


class FeedsConfig(AppConfig):
    name, verbose_name = "feeds", _("Calendars and feeds")


class SeasonsConfig(AppConfig):
    name, verbose_name = "seasons", _("Seasons and cups")


class RecordsConfig(AppConfig):
    name, verbose_name = "records", _("Public archive")


class TalkConfig(AppConfig):
    name, verbose_name = "talk", _("Words at tables")


class ReportsConfig(AppConfig):
    name, verbose_name = "reports", _("Reports")


class ApiConfig(AppConfig):
    name, verbose_name = "api", _("Programs")


class AccountsConfig(AppConfig):
    name, verbose_name = "accounts", _("People")


class InboxConfig(AppConfig):
    name, verbose_name = "inbox", _("Incoming mail")


class MailConfig(AppConfig):
    name, verbose_name = "mail", _("Letters")
