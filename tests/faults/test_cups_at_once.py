"""A cup is entered by many at the same moment, and one person opens many: the limits hold."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import transaction

from accounts.models import Person
from games.play import clock
from seasons import cups
from seasons.entering import lock_competition
from seasons.models import Competition, Entrant
from tests import servers
from tests.faults import browsers, sites
from tests.faults.browsers import Answer
from tests.faults.sites import Site
from tests.seasons.competitions import DAY, open_cup
from tests.seasons.test_direction_views import CUP

Send = Callable[[], Answer]


def send_all(forms: list[Send], lock: Callable[[], object]) -> list[Answer]:
    """Send forms that all wait for the same lock, and let them go on at once."""
    with ThreadPoolExecutor(len(forms)) as pool:
        with transaction.atomic():
            lock()
            sent = [pool.submit(form) for form in forms]
            servers.until(lambda: sites.waiting() == len(forms), "all at the lock")
        return [one.result() for one in sent]


def test_last_places_of_a_cup_are_given_once(site: Site) -> None:
    people = sites.people()
    cup = open_cup(people[0], clock.now(), most_entries=2, begins_at=clock.now() + 10 * DAY)
    path = f"/seasons/{cup.pk}/enter/"
    with servers.web(site.env, workers=4) as web:
        visitors = [browsers.signed_in(one, web.address) for one in people]
        forms: list[Send] = [partial(one.post, path, {"at_once": 3}) for one in visitors]
        answers = send_all(forms, lambda: lock_competition(cup.pk))
    assert {answer.status for answer in answers} == {http.client.FOUND}
    assert Entrant.objects.count() == 2


def test_somebody_who_enters_four_times_at_once_has_entered(site: Site) -> None:
    people = sites.people()
    cup = open_cup(people[0], clock.now(), begins_at=clock.now() + 10 * DAY)
    path = f"/seasons/{cup.pk}/enter/"
    with servers.web(site.env, workers=4) as web:
        visitor = browsers.signed_in(people[1], web.address)
        forms: list[Send] = [lambda: visitor.post(path, {"at_once": 3})] * 4
        answers = send_all(forms, lambda: lock_competition(cup.pk))
    assert {answer.status for answer in answers} == {http.client.FOUND}
    assert Entrant.objects.count() == 1


def test_four_forms_at_once_open_no_more_cups_than_one_person_may_have(site: Site) -> None:
    staff = sites.people()[0]
    Person.objects.filter(pk=staff.pk).update(is_staff=True)
    with servers.web(site.env, workers=4) as web:
        visitor = browsers.signed_in(staff, web.address)
        forms: list[Send] = [
            partial(visitor.post, "/seasons/new/", {**CUP, "key": f"key{number}"})
            for number in range(4)
        ]
        answers = send_all(forms, lambda: Person.objects.lock_person(staff.pk, no_key=True))
    statuses = sorted(answer.status for answer in answers)
    assert statuses == [http.client.FOUND] * cups.MOST_OPEN + [http.client.UNPROCESSABLE_ENTITY]
    assert Competition.objects.count() == cups.MOST_OPEN
