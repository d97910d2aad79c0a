"""Where sessions are read: with their person, by one statement that is written and planned once.

Django asks for one after the other, and takes its query compiler four times as long for each as
PostgreSQL takes to answer. What is written, and how it is closed, is left to Django.
"""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from accounts.models import Person
from db.postgres.prepared import prepared_cursor

FIELDS = Person._meta.concrete_fields
NAMES = [field.attname for field in FIELDS]
COLUMNS = ", ".join(f"person.{field.column}" for field in FIELDS)
# Who it is stands inside the closed session. The list of somebody's sessions says the same in most
# cases, early enough for one trip.
READ = f"""
    SELECT session.session_key, session.session_data, session.expire_date, {COLUMNS}
    FROM django_session AS session
    LEFT JOIN usersessions_usersession AS sign_in ON sign_in.session_key = session.session_key
    LEFT JOIN accounts_person AS person ON person.id = sign_in.user_id
    WHERE session.session_key = %s AND session.expire_date > %s
"""


class SessionStore(db.SessionStore):
    """Django's store of the same name, by which its sessions are signed.

    ``person`` is who is listed for the session, once it has been read; the session itself says
    whether it is theirs.
    """

    person: Person | None = None

    def _get_session_from_db(self) -> Session | None:
        with prepared_cursor() as cursor:
            cursor.execute(READ, [self.session_key, timezone.now()])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None  # as Django does: the next one gets a key of its own
            return None
        person = Person.from_db(DEFAULT_DB_ALIAS, NAMES, row[3:])
        self.person = None if person.pk is None else person
        return Session(*row[:3])
