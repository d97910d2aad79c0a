"""What is done to hosts, in an order that is drawn by a seed."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

from deploy.rehearsal import broker
from deploy.rehearsal.database import PORT
from deploy.rehearsal.hosts import ROOT, Host
from deploy.rehearsal.site import LEADER, SYNCHRONOUS, Site, collect_files

Act = Callable[[Site, Host, float], None]

USUAL_SECONDS, CHANGE_SECONDS = 12.0, 30.0  # a leader that is away for so long is replaced
BEHIND_SECONDS = 5.0
LOSS_PERCENT = 20
LOST = f"numgen random mod 100 < {LOSS_PERCENT} drop"
RULES = """
table inet fault {{
 chain incoming {{
  type filter hook input priority 0; policy accept;
  iifname "lo" accept
  {incoming}
 }}
 chain outgoing {{
  type filter hook output priority 0; policy accept;
  oifname "lo" accept
  {outgoing}
 }}
}}
"""


@dataclass(frozen=True, slots=True)
class HostFault:
    """Something that is done to a host, which is found when it happens."""

    target: str
    name: str
    act: Act
    seconds: float


def kill(site: Site, host: Host, seconds: float) -> None:
    """Cut the power for a while."""
    host.kill()
    time.sleep(seconds)
    host.boot()


def freeze(site: Site, host: Host, seconds: float) -> None:
    """Let nothing run there for a while."""
    host.freeze()
    time.sleep(seconds)
    host.thaw()


def cut_off(site: Site, host: Host, seconds: float) -> None:
    """Let no packet in or out."""
    with _rules(host, incoming="drop", outgoing="drop"):
        time.sleep(seconds)


def block_incoming(site: Site, host: Host, seconds: float) -> None:
    """Let no packet in: it speaks and hears nothing."""
    with _rules(host, incoming="drop"):
        time.sleep(seconds)


def block_outgoing(site: Site, host: Host, seconds: float) -> None:
    """Let no packet out: it hears and cannot speak."""
    with _rules(host, outgoing="drop"):
        time.sleep(seconds)


def slow_down(site: Site, host: Host, seconds: float) -> None:
    """Lose packets both ways, which have to be sent again."""
    with _rules(host, incoming=LOST, outgoing=LOST):
        time.sleep(seconds)


def demote(site: Site, host: Host, seconds: float) -> None:
    """Let the synchronous standby become the leader, as for an upgrade."""
    site.cluster.switch_over(host)
    time.sleep(seconds)


def fill_disk(site: Site, host: Host, seconds: float) -> None:
    """Leave no room on the disk for a while."""
    filler = host.folder / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
    except OSError:
        time.sleep(seconds)
    finally:
        filler.unlink()


def fall_behind(site: Site, host: Host, seconds: float) -> None:
    """Keep what the leader writes from all standbys, and cut its power while they are behind."""
    others = ", ".join(one.address for one in site.cluster.hosts if one != host)
    with _rules(host, outgoing=f"ip daddr {{ {others} }} tcp sport {PORT} drop"):
        time.sleep(BEHIND_SECONDS)
        host.kill()
    time.sleep(seconds)
    host.boot()


def lose_node(site: Site, host: Host, seconds: float) -> None:
    """Lose a node of the broker with its disk; an empty host takes its place."""
    host.kill()
    time.sleep(seconds)
    broker.replace(host, [one for one in site.brokers if one != host])
    if site.quorum:
        site.wait_until_whole()
        broker.grow(host)


def upgrade(site: Site, host: Host, seconds: float) -> None:
    """Change over from the last release to this one."""
    if host in site.webs:
        collect_files(host, ROOT)
    host.upgrade()
    time.sleep(seconds)


ACTS: dict[str, Act] = {
    "killed": kill,
    "frozen": freeze,
    "cut off": cut_off,
    "cut off, speaks and hears nothing": block_incoming,
    "cut off, hears and cannot speak": block_outgoing,
    "slowed": slow_down,
}
OF_LEADER = (
    HostFault(LEADER, "demoted", demote, USUAL_SECONDS),
    HostFault(LEADER, "killed while the standbys are behind", fall_behind, CHANGE_SECONDS),
)
FULL = HostFault(SYNCHRONOUS, "disk full", fill_disk, USUAL_SECONDS)


def draw_faults(site: Site, dice: random.Random) -> list[HostFault]:
    """Return all that can happen to a site, in an order that is drawn: in each round one fault of
    each kind of host."""
    kinds = defaultdict[str, list[HostFault]](list)
    for fault in _all_faults(site):
        kinds[fault.target.rstrip("123")].append(fault)
    for of_kind in kinds.values():
        dice.shuffle(of_kind)
    rounds = zip_longest(*kinds.values())
    return [fault for one in rounds for fault in dice.sample(one, len(one)) if fault]


def list_upgrades(site: Site) -> list[HostFault]:
    """Return the changes from the last release to this one, one host at a time."""
    if site.release is None:
        return []
    hosts = (*site.webs, *site.workers)
    return [HostFault(host.name, "upgraded", upgrade, USUAL_SECONDS) for host in hosts]


def _all_faults(site: Site) -> Iterator[HostFault]:
    yield from (*OF_LEADER, FULL)
    yield HostFault(site.brokers[0].name, "lost for good", lose_node, USUAL_SECONDS)
    for target in site.targets:
        seconds = CHANGE_SECONDS if target == LEADER else USUAL_SECONDS
        yield from (HostFault(target, name, act, seconds) for name, act in ACTS.items())


@contextmanager
def _rules(host: Host, incoming: str = "", outgoing: str = "") -> Iterator[None]:
    host.run("nft", "-f", "-", stdin=RULES.format(incoming=incoming, outgoing=outgoing))
    try:
        yield
    finally:
        host.run("nft", "delete", "table", "inet", "fault")
