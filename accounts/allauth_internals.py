"""What the site uses of allauth's internals: functions for which it offers no public name.

Any release may change them, so they are imported here alone, and a test names the version with
which they were tried.
"""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.stagekit import clear_login
from allauth.core.internal.cryptokit import compare_user_code
from allauth.core.internal.ratelimit import consume, get_ip
from allauth.mfa.webauthn.internal.auth import begin_registration
from allauth.mfa.webauthn.internal.flows import did_use_passwordless_login
from allauth.usersessions.internal.flows.sessions import end_sessions

__all__ = [
    "begin_registration",
    "clear_login",
    "compare_user_code",
    "consume",
    "did_use_passwordless_login",
    "end_sessions",
    "get_ip",
    "record_authentication",
]
